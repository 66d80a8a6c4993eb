"""A chained problem as one sample of an evaluation: the keys under which solvers, scorers and log readers find it.

Evaluation frameworks carry a dictionary of plain values beside every sample. Its keys are named here, once. The chain
travels as its own line of JSON: exact, one value, and readable again without the file that it came from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from dunyazad._exceptions import InputError
from dunyazad._records import decode, encode
from dunyazad.chaining.record import ChainedProblem
from dunyazad.solving.protocols import PROTOCOLS
from dunyazad.solving.record import Diagnosis, Protocol

__all__ = [
    "CHAIN_ID",
    "PLANTED",
    "SIMULATED",
    "STOPS",
    "chain_of",
    "check_protocol",
    "planted_of",
    "protocol_of",
    "sample_metadata",
]

# Set when the sample is made.
CHAIN = "chain"
CHAIN_ID = "chain_id"  # by which standard errors are clustered: the epochs of a chain are no independent trials
PROTOCOL = "protocol"
# Set by solvers: how each turn stopped; the simulated solver's name with its rates ("simulated(accuracy=0.9)"), and the
# diagnoses that it planted, in solving order.
STOPS = "stops"
SIMULATED = "simulated"
PLANTED = "planted"


def sample_metadata(chain: ChainedProblem, protocol: Protocol) -> dict[str, Any]:
    """What travels beside a sample: the chain, the protocol, and what results are grouped by."""
    return {
        CHAIN: encode(chain).decode(),
        CHAIN_ID: chain.id,
        PROTOCOL: protocol,
        "wording": PROTOCOLS[protocol],
        "length": chain.length,
        "order": chain.order,
        "structure": chain.structure,
        "style": chain.style,
        "manner": chain.manner,
        "cell": f"{chain.manner} {chain.length}",
        "problem_ids": list(chain.problem_ids),
    }


def chain_of(metadata: Mapping[str, Any]) -> ChainedProblem:
    """The chained problem of a sample.

    Raises:
        InputError: The sample carries none.
    """
    try:
        return decode(metadata[CHAIN], ChainedProblem)
    except KeyError:
        raise InputError("the sample carries no chained problem: was it made by dunyazad/chains?") from None
    except (msgspec.DecodeError, ValueError, TypeError) as error:
        raise InputError(f"the sample's chained problem cannot be read: {error}") from None


def protocol_of(metadata: Mapping[str, Any]) -> Protocol:
    """The protocol of a sample.

    Raises:
        InputError: It has none, or an unknown one.
    """
    return check_protocol(metadata.get(PROTOCOL))


def check_protocol(name: object) -> Protocol:
    """Give the protocol of that name.

    Raises:
        InputError: There is none.

    Example:
        >>> check_protocol("final")
        'final'
    """
    for protocol in PROTOCOLS:
        if name == protocol:
            return protocol
    raise InputError(f"no protocol {name!r}: there are {', '.join(PROTOCOLS)}")


def planted_of(metadata: Mapping[str, Any]) -> tuple[Diagnosis, ...]:
    """What the simulated solver planted; empty for every other solver.

    Raises:
        InputError: An entry is no diagnosis.
    """
    try:
        return msgspec.convert(metadata.get(PLANTED) or (), tuple[Diagnosis, ...])
    except msgspec.ValidationError as error:
        raise InputError(f"the sample's planted diagnoses cannot be read: {error}") from None
