"""Answer protocols, scoring, and the diagnosis of wrong answers."""

from dunyazad.solving.diagnose import diagnose
from dunyazad.solving.judge import Attempt, Reply, judge, solution_id
from dunyazad.solving.protocols import (
    PROTOCOLS,
    ParsedAnswers,
    answers_prompt,
    answers_schema,
    asked_links,
    first_prompt,
    labels,
    parse_answers,
    render_answers,
)
from dunyazad.solving.reading import read_answer
from dunyazad.solving.record import (
    Diagnosis,
    FinalResult,
    Imported,
    LinkResult,
    Outcome,
    Protocol,
    Solution,
    Usage,
    one_line,
)
from dunyazad.solving.sample import (
    CHAIN_ID,
    PLANTED,
    SIMULATED,
    STOPS,
    chain_of,
    check_protocol,
    planted_of,
    protocol_of,
    sample_metadata,
)

__all__ = [
    "CHAIN_ID",
    "PLANTED",
    "PROTOCOLS",
    "SIMULATED",
    "STOPS",
    "Attempt",
    "Diagnosis",
    "FinalResult",
    "Imported",
    "LinkResult",
    "Outcome",
    "ParsedAnswers",
    "Protocol",
    "Reply",
    "Solution",
    "Usage",
    "answers_prompt",
    "answers_schema",
    "asked_links",
    "chain_of",
    "check_protocol",
    "diagnose",
    "first_prompt",
    "judge",
    "labels",
    "one_line",
    "parse_answers",
    "planted_of",
    "protocol_of",
    "read_answer",
    "render_answers",
    "sample_metadata",
    "solution_id",
]
