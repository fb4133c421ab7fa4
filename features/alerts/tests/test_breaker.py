"""The circuit breaker of webhooks."""

from features.alerts.breaker import CircuitBreaker


def test_pauses_begin_with_the_third_failure_and_double() -> None:
    breaker, now, pauses = CircuitBreaker(), 0.0, []
    for _ in range(9):
        breaker.record("a", now, answered=False)
        pause = next(seconds for seconds in range(2_000) if not breaker.is_open("a", now + seconds))
        pauses.append(pause)
        now += pause
    assert pauses == [0, 0, 60, 120, 240, 480, 900, 900, 900]


def test_an_answer_ends_the_pause_and_receivers_do_not_share_it() -> None:
    breaker = CircuitBreaker()
    for _ in range(3):
        breaker.record("a", 0.0, answered=False)
    assert (breaker.is_open("a", 1.0), breaker.is_open("b", 1.0)) == (True, False)
    breaker.record("a", 1.0, answered=True)
    breaker.record("a", 1.0, answered=False)
    assert not breaker.is_open("a", 1.0)
