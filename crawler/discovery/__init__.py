"""From nothing but an address to the sources that lie behind it."""

from crawler.discovery.addresses import AddressProblem, typed_addresses
from crawler.discovery.look import look_up
from crawler.discovery.values import FoundBy, LookUp, PatternChoice, Proposal, Stage, Step

__all__ = [
    "AddressProblem",
    "FoundBy",
    "LookUp",
    "PatternChoice",
    "Proposal",
    "Stage",
    "Step",
    "look_up",
    "typed_addresses",
]
