"""Prompts: the texts that language-model methods send, how they are read from files, and how steps stand in them."""

from dunyazad.prompts.answers import Answer, own_lines, read_answer
from dunyazad.prompts.fences import Echo, fenced, question_and_steps, shown, step_block
from dunyazad.prompts.schemas import REASON, REASONING, fitted, free_text, list_of, object_of, step_number, unlimited
from dunyazad.prompts.template import PromptSet, PromptTemplate, default_prompts, load_prompts, read_template

__all__ = [
    "REASON",
    "REASONING",
    "Answer",
    "Echo",
    "PromptSet",
    "PromptTemplate",
    "default_prompts",
    "fenced",
    "fitted",
    "free_text",
    "list_of",
    "load_prompts",
    "object_of",
    "own_lines",
    "question_and_steps",
    "read_answer",
    "read_template",
    "shown",
    "step_block",
    "step_number",
    "unlimited",
]
