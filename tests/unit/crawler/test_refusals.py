"""A host that refuses page after page is asked less and less; a robot check is no refusal of a
page.
"""

import pytest

from crawler.challenges import is_challenge
from crawler.refusals import Refusals


def test_a_host_is_left_alone_for_longer_with_each_refusal_in_a_row() -> None:
    refusals = Refusals()
    waits = [refusals.note_refusal("a") for _ in range(14)]
    assert waits[:7] == [0, 0, 0, 0, 60, 120, 240]
    assert waits[-1] == 3_600
    assert refusals.note_refusal("b") == 0
    refusals.note_answer("a")
    assert refusals.note_refusal("a") == 0


@pytest.mark.parametrize(
    ("status", "headers", "body", "expected"),
    [
        (403, {"cf-mitigated": "challenge"}, b"", True),
        (202, {"cf-mitigated": "challenge"}, b"", False),
        (405, {"x-amzn-waf-action": "captcha"}, b"", True),
        (503, {}, b"<title>Just a moment</title>Checking your browser", True),
        (429, {}, "<p>Verify you’re human".encode(), True),
        (403, {}, b"<p>Verify you&#39;re human", True),
        (403, {}, b"<title>403 Forbidden</title>", False),
        (404, {}, b"Checking your browser", False),
        (403, {}, b"x" * 200_000 + b"checking your browser", False),
    ],
)
def test_a_robot_check_is_told_from_a_refusal(
    status: int, headers: dict[str, str], body: bytes, expected: bool
) -> None:
    assert is_challenge(status, headers, body) is expected
