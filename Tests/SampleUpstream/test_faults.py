"""Faults, rates, and the paths that control them."""

import gzip
import json
import unittest
import unittest.mock

from support import SAMPLES

from sample_upstream.faults import Fault, FaultPlan, GrammarError, RateLimit, spoilt
from sample_upstream.messages import Request, Response, of_type
from sample_upstream.server import MAX_LOGGED, MAX_RESPONSES, FaultySources

RESPONSE = of_type("application/json", b"\1\2\3\4")


def request(target: str, method: str = "GET", body: bytes = b"", headers: dict[str, str] | None = None) -> Request:
    return Request(method, target, headers or {}, body)


def spoil(text: str, target: str = "/a", **headers: str) -> Response:
    response = spoilt(RESPONSE, Fault.parse(text), request(target, headers=headers))
    assert response
    return response


class Faults(unittest.TestCase):
    def test_are_parsed(self) -> None:
        for text, fault in (
            ("500", Fault("500")), ("429", Fault("429", 1)), ("429=5:/api/v1:2", Fault("429", 5, "/api/v1", 2)),
            ("html:3", Fault("html", remaining=3)), ("slow=1500:/us/rss", Fault("slow", 1500, "/us/rss")),
            ("huge", Fault("huge", 24)), ("huge=30", Fault("huge", 30)), ("redirect-loop", Fault("redirect-loop")),
            ("cut-json:/search?term=u2", Fault("cut-json", prefix="/search?term=u2")),
        ):
            self.assertEqual(Fault.parse(text), fault)

    def test_are_rejected_if_they_are_invalid(self) -> None:
        for text in ("", ":", "200", "999", "slow", "slow=-1", "slow=x", "huge=0", "cut=3", "nonsense", "500:x",
                     "500:/a:0", "500:/a:-1", "500:/a:1:2", "429=-1"):
            with self.assertRaises(GrammarError, msg=text):
                Fault.parse(text)

    def test_affect_only_requests_with_the_prefix_up_to_the_count(self) -> None:
        plan = FaultPlan(faults=[Fault.parse("503:/search:2")])
        targets = ("/lookup?id=1", "/search?term=a", "/search?term=b", "/search?term=c")
        statuses = [reaction.response and reaction.response.status for reaction in
                    (plan.reaction(request(target), 0, RESPONSE) for target in targets)]
        self.assertEqual(statuses, [200, 503, 503, 200])

    def test_add_up_delays_and_apply_the_first_other_fault(self) -> None:
        texts = ("slow=100", "500:/a", "slow=50:/a", "html")
        plan = FaultPlan([Fault.parse(text) for text in texts])
        struck = plan.reaction(request("/a"), 0, RESPONSE)
        self.assertEqual((struck.delay_ms, struck.response and struck.response.status), (150, 500))
        self.assertEqual(plan.reaction(request("/b"), 0, RESPONSE).delay_ms, 100)
        long = FaultPlan([Fault.parse("slow=200000"), Fault.parse("slow=999999")])
        self.assertEqual(long.reaction(request("/"), 0, RESPONSE).delay_ms, 300_000)

    def test_change_a_response(self) -> None:
        for text, body, announced, padded in (("empty", b"", None, None), ("cut-json", b"\1\2", None, None),
                                              ("cut", b"\1\2", 4, None), ("huge=1", b"\1\2\3\4", None, 1 << 20)):
            response = spoil(text)
            self.assertEqual((response.body, response.announced, response.padded), (body, announced, padded))
            self.assertEqual((response.status, response.header("Content-Type")), (200, "application/json"))

    def test_redirect_once_or_forever(self) -> None:
        once = spoil("redirect", "/search?term=a", host="localhost:80")
        self.assertEqual((once.status, once.header("Location")), (302, "http://localhost:80/search?term=a&_r=1"))
        self.assertEqual(spoil("redirect", "/search?term=a&_r=1"), RESPONSE)
        self.assertEqual(spoil("redirect-loop", "/search?term=a&_r=1").status, 302)

    def test_compress_a_body_with_gzip(self) -> None:
        response = spoil("gzip")
        self.assertEqual((gzip.decompress(response.body), response.header("Content-Encoding")), (RESPONSE.body, "gzip"))


class Rates(unittest.TestCase):
    def test_limit_in_a_sliding_window_with_retry_after(self) -> None:
        plan = FaultPlan(rates=[RateLimit.parse("2/10:/search")])

        def get(second: float, target: str = "/search") -> tuple[int, str | None]:
            response = plan.reaction(request(target), second, RESPONSE).response
            assert response
            return response.status, response.header("Retry-After")

        self.assertEqual([get(0), get(4), get(5), get(5.5)], [(200, None), (200, None), (429, "5"), (429, "5")])
        self.assertEqual([get(5, "/lookup"), get(10)[0], get(13)[0]], [(200, None), 200, 429])

    def test_limit_like_apple_with_403_and_without_retry_after(self) -> None:
        plan = FaultPlan(rates=[RateLimit.parse("1/60:403")])
        plan.reaction(request("/search"), 0, RESPONSE)
        refusal = plan.reaction(request("/x"), 0, RESPONSE).response
        self.assertEqual((refusal and refusal.status, refusal and refusal.header("Retry-After")), (403, None))

    def test_are_rejected_if_they_are_invalid(self) -> None:
        for text in ("", "5", "5/", "0/1", "1/0", "a/b", "5/1:200", "5/1:/a:x", "5/1:/a:429:1"):
            with self.assertRaises(GrammarError, msg=text):
                RateLimit.parse(text)


class Control(unittest.TestCase):
    def setUp(self) -> None:
        self.sources = FaultySources(SAMPLES)

    def get(self, target: str, body: str | None = None, now: float = 0, **headers: str) -> tuple[int, str]:
        """The status, 0 if it hangs, and the text."""
        method = "GET" if body is None else "POST"
        response = self.sources.reaction(request(target, method, (body or "").encode(), headers), now).response
        return (response.status, response.body.decode()) if response else (0, "")

    def test_lists_the_requests_without_those_to_control_paths(self) -> None:
        self.get("/search?term=a+b", now=1.5, **{"user-agent": "x/1"})
        self.get("/_control/requests")
        seen = [{"atMs": 1500, "method": "GET", "path": "/search", "query": "term=a+b", "userAgent": "x/1"}]
        self.assertEqual(json.loads(self.get("/_control/requests")[1]), seen)

    def test_replaces_all_faults_or_none_if_one_is_invalid(self) -> None:
        self.assertEqual(self.get("/_control/faults", "500:/search\n404:/lookup"), (200, "ok\n"))
        self.assertEqual(self.get("/search?term=a")[0], 500)
        status, text = self.get("/_control/faults", "html\nwhat")
        self.assertEqual((status, "what" in text), (400, True))
        self.assertEqual(self.get("/lookup?id=1")[0], 404)
        self.assertEqual(self.get("/_control/faults", "")[0], 200)
        self.assertEqual(self.get("/search?term=a")[0], 200)

    def test_replaces_all_rates(self) -> None:
        self.assertEqual(self.get("/_control/rates", "1/60:/search:403")[0], 200)
        self.assertEqual([self.get("/search?term=a")[0], self.get("/search?term=a")[0]], [200, 403])

    def test_restores_the_faults_of_the_command_line_on_reset(self) -> None:
        self.sources = FaultySources(SAMPLES, FaultPlan(faults=[Fault.parse("503:1")]))
        self.assertEqual(self.get("/search?term=a")[0], 503)
        self.assertEqual(self.get("/_control/faults", "html")[0], 200)
        self.assertEqual(self.get("/_control/reset", "")[0], 200)
        self.assertEqual(self.get("/_control/requests")[1], "[]")
        self.assertEqual([self.get("/search?term=a")[0], self.get("/search?term=a")[0]], [503, 200])

    def test_is_not_subject_to_faults(self) -> None:
        self.sources = FaultySources(SAMPLES, FaultPlan(faults=[Fault("hang")]))
        targets = ("/_control/requests", "/_control/nothing", "/search")
        self.assertEqual([self.get(target)[0] for target in targets], [200, 404, 0])

    def test_drops_the_oldest_requests_beyond_a_limit(self) -> None:
        for number in range(MAX_LOGGED + 1):
            self.get("/x", now=number)
        self.assertEqual(self.sources.seen[0]["atMs"], 1000)
        self.assertEqual(len(self.sources.seen), MAX_LOGGED)

    def test_makes_a_response_once_for_each_request_and_keeps_not_too_many(self) -> None:
        one, two = (self.sources.regular_response(request("/nothing")) for _ in range(2))
        self.assertIs(one, two)
        with unittest.mock.patch("sample_upstream.server.MAX_RESPONSE", 64 * 1024):
            large = self.sources.regular_response(request("/preview/a.m4a"))
            self.assertGreater(len(large.body), 64 * 1024)
            self.assertEqual(len(self.sources.responses), 1)
        for number in range(MAX_RESPONSES * 2):
            self.get(f"/{number}")
            self.assertLessEqual(len(self.sources.responses), MAX_RESPONSES)


if __name__ == "__main__":
    unittest.main()
