"""Plays the lines of a case: sends the hub's messages, and compares what the provider sends (README.md, "Lines")."""
import time

from .findings import Failed, Late, Passed, Skipped
from .hub import HELLO_MS, UNKNOWN
from .process import Child
from .protocol import duration, entity_id, is_file, is_list, quoted, required, text

NO_TEXT, NO_VALUE = "qzxwvkj qzxwvkj 7041839", "qzxwvkj7041839"
FOREIGN_URL = "https://certify.invalid/a.jpg"
SILENT = object()


def play(case, worker):
    """Plays a case, once or for each of its subjects."""
    subjects = _subjects(case, worker) if case.each else [None]
    if not subjects:
        raise Skipped(case.without)
    player = None
    for subject in subjects:
        player = Player(case, worker, player.hub if player and case.is_isolated else _open(case, worker), subject)
        try:
            for line in case.lines:
                player.play(line)
        except Passed:
            return


def _open(case, worker):
    if case.session == "none":
        return None
    if not case.is_isolated:
        return worker.shared_hub()
    hub = worker.start(case.hub)
    if case.session == "own":
        hub.open()
    elif case.session == "greeting":
        hub.session.peer = hub.first_hello().peer
    return hub


# MARK: Subjects


def _subjects(case, worker):
    """What `$it` stands for, one after the other."""
    if isinstance(case.each, list):
        return case.each
    declared = worker.declared()
    if case.each == "lists":
        return worker.affordable([it for it in declared.samples if is_list(it[0])])
    if case.each == "required":
        return [it for it in declared.samples if required(it[0])][:1]
    if case.each == "file":
        files = [it for it in declared.methods if is_file(it)]
        return [(it, {"url": FOREIGN_URL}) for it in files[:1]]
    found = {}
    for method, params in declared.samples:
        found.setdefault(method, (method, absent(params)))
    # One is enough if calls cost requests to a real upstream.
    return worker.affordable([it for it in found.values() if it[1]])


def absent(params):
    """The parameters with a text or an id that no source has."""
    if "text" in params:
        return {"text": NO_TEXT}
    id = entity_id(params.get("id"))
    if not id:
        return None
    value = "".join("9" if it.isnumeric() else "f" if it in "abcdefABCDEF" else "z" if it.isalpha() else it for it in id[2])
    return None if value == id[2] else {"id": f"{id[0]}:{id[1]}:{value}"}


# MARK: Values


def matches(wanted, actual, names):
    """Whether a value is as a line says: nothing if it is, otherwise the member that differs."""
    if isinstance(wanted, str) and wanted.startswith("$"):
        if wanted == "$_":
            return None if actual is not None else ""
        return None if actual is not None and names.setdefault(wanted, actual) == actual else ""
    if isinstance(wanted, dict) and len(wanted) == 1 and next(iter(wanted)).startswith("$"):
        return None if _operator(*next(iter(wanted.items())), actual, names) else ""
    if isinstance(wanted, dict):
        if not isinstance(actual, dict):
            return ""
        return next((name for name, it in wanted.items() if matches(it, actual.get(name), names) is not None), None)
    return None if wanted == actual else ""


def _operator(name, wanted, actual, names):
    wanted = names.get(wanted, wanted) if isinstance(wanted, str) else wanted
    if name == "$oneOf":
        return actual in wanted
    if name == "$not":
        return actual != wanted
    numbers = all(isinstance(it, (int, float)) for it in (wanted, actual))
    return numbers and (actual <= wanted if name == "$lte" else actual > wanted)


def data(value, names):
    """The bytes of a frame: a text, bytes in hexadecimal, a repeated text, or a list of these."""
    if isinstance(value, list):
        return b"".join(data(it, names) for it in value)
    if isinstance(value, dict):
        return bytes.fromhex(value["$hex"]) if "$hex" in value else value["$repeat"][0].encode() * value["$repeat"][1]
    return value.encode()


class Player:
    """One run through the lines, with the names that they bind."""

    def __init__(self, case, worker, hub, subject):
        self.case, self.worker, self.hub = case, worker, hub
        self.names = {"$it": subject}
        self._read, self._hellos, self._byes, self._child = {}, 0, 0, hub.child if hub else None
        if hub:
            self.names["$started"] = hub.token
            self._hellos = len(hub.session.hellos) if case.session != "start" else 0
            self._note_hello()

    def _note_hello(self):
        if hellos := self.hub.session.hellos:
            self.names["$hello"] = text(hellos[-1].header.get("id")) or ""
            self.names["$token"] = hellos[0].body.get("token")

    def play(self, line):
        if "do" in line:
            return getattr(self, "do_" + line["do"])(line)
        if "first" in line:
            return self._compare(line, {"body": self.hub.session.hellos[0].body})
        if "event" in line:
            return getattr(self, "event_" + line["event"])(line)
        if "expect" in line:
            return getattr(self, "expect_" + line["expect"])(line)
        return self._send(line) if line["from"] == "hub" else self._expect(line)

    # MARK: do

    def do_call(self, line):
        name = line["as"]
        timeout = line.get("timeoutMs", 8000)
        held = line.get("held")
        if held is True or held and self.hub.proxies:
            self.names[name] = self.hub.call_held(timeout)
            return
        sample = self._sample(line)
        added = {it: value for it, value in line.get("add", {}).items() if it not in sample[1]}
        body = line.get("body", SILENT)
        body = None if body is SILENT else b"" if body is None else data(body, self.names)
        self.names[name] = self.hub.call(sample, {**added, **line.get("set", {})}, line.get("header"), timeout,
                                         self.names.get(name), body)

    def _sample(self, line):
        if line.get("unknown"):
            return UNKNOWN
        like = self.names.get(line.get("like"))
        if isinstance(like, str):
            call = self.hub.session.calls[like]
            return call.method, call.params
        return like or self.worker.example()

    def do_cancel(self, line):
        self.hub.cancel(self.names.setdefault(line["of"], self.hub.next_id("c")))

    def do_upstream(self, line):
        self.hub.set(line["mode"])

    def do_stall(self, _):
        self.hub.is_silent = True

    def do_resume(self, _):
        self.hub.is_silent = False

    def do_eof(self, _):
        self._child.close_lifeline()

    def do_disconnect(self, _):
        self._mark()
        self.hub.lose_connection()

    def do_welcome(self, _):
        self.hub.welcome(self.hub.session.hellos[-1])

    def do_start(self, line):
        provider = self.worker.provider
        environment = {name: it for name, it in provider.environment.items() if name not in line["without"]}
        self._child = Child(provider.command, environment, lifeline=False)
        self.worker.children.append(self._child)

    def do_burst(self, line):
        """Calls and pings in turn, with nothing between them that could wake the provider; waits for all replies."""
        calls, pings = [], []
        for _ in range(self.names[line["size"]]):
            calls.append(self.hub.call(UNKNOWN))
            pings.append(self.hub.ping())

        def are_replied():
            it = self.hub.session
            return all(it.calls[id].terminal for id in calls) and it.pongs.keys() >= set(pings)
        if not self.hub.wait(line["withinMs"], are_replied):
            raise Late(self._text(line["late"]))

    # MARK: Messages

    def _mark(self):
        """Hellos count from the last message or event of the hub on."""
        self._hellos, self._byes = len(self.hub.session.hellos), len(self.hub.session.byes)

    def _send(self, line):
        hub = self.hub
        self._mark()
        if "frames" in line:
            return hub.send_frames([data(frame, self.names) for frame in line["frames"]])
        header, is_ping = dict(line["header"]), line["header"].get("type") == "ping"
        if (name := header.get("id")) and name not in self.names:
            self.names[name] = hub.next_id("p" if is_ping else "x")
            if not is_ping:
                hub.session.calls.probe(self.names[name])
        self.names["$sid"] = hub.session.sid or ""
        header = {it: self.names.get(value, value) if isinstance(value, str) else value for it, value in header.items()}
        attachment = data(line["attachment"], self.names) if "attachment" in line else None
        hub.send(header, line.get("body"), attachment, line.get("tag", "MB1").encode())
        if header.get("type") == "bye":
            hub.session.closed.add(hub.session.sid)

    def _expect(self, line):
        """Waits for a message, and compares it."""
        id, kind = self.names.get(line["header"].get("re")), line["header"]["type"]
        call = self.hub.session.calls[id] if kind not in ("hello", "pong") else None
        within = line.get("withinMs") or (call.timeout_ms + 1000 if "lateByMs" in line else HELLO_MS if kind == "hello" else 9000)
        began = time.monotonic()
        try:
            self.hub.wait(within, lambda: self._found(kind, id))
        except (Failed, Skipped):
            if line.get("else") == "passed":
                raise Passed from None
            raise
        message = self._found(kind, id)
        if message is None:
            self._missing(line, call, within)
        if "notBeforeMs" in line and (time.monotonic() - began) * 1000 < line["notBeforeMs"]:
            raise Failed(self._text(line["early"], call))
        self._read[id] = self._read.get(id, 0) + 1
        if kind == "hello":
            self._note_hello()
            self._hellos = len(self.hub.session.hellos)
        actual = {"header": message.header, "body": message.body}
        if "items" in line:
            actual["items"] = len(call.items)
        self._compare(line, actual, message, call)
        if "lateByMs" in line and call.elapsed_ms > call.timeout_ms + line["lateByMs"] * self.hub.factor:
            raise Late(self._text(line["wrong"], call, message))

    def _found(self, kind, id):
        """The message that a line expects: a hello, a pong, or the next reply to a message."""
        it = self.hub.session
        if kind == "hello":
            return it.hellos[-1] if len(it.hellos) > self._hellos else None
        if kind == "pong":
            return it.pongs.get(id)
        about = [reply for reply in it.calls.about(id) if reply.type != "part"]
        return about[self._read.get(id, 0)] if len(about) > self._read.get(id, 0) else None

    def _missing(self, line, call, within):
        if line.get("else") == "passed":
            raise Passed
        usual = "{method} did not end within {within}." if call else f"No {line['header']['type']} within {{within}}."
        usual += "{last}" if line["header"]["type"] == "hello" else ""
        raise Late(self._text(line.get("late", usual), call, within=within))

    def _compare(self, line, actual, message=None, call=None):
        """Fails with the text of the first member that differs."""
        for part in ("header", "items", "body"):
            if part not in line:
                continue
            differs = matches(line[part], actual.get(part), self.names)
            if differs is None:
                continue
            wrong = line.get("wrong")
            if isinstance(wrong, dict):
                wrong = wrong.get(differs or part)
            raise Failed(self._text(wrong or "{method} ended with {terminal}: {message}", call, message))

    def _text(self, pattern, call=None, message=None, within=None):
        """A problem in words: names in braces stand for what there is."""
        exit = self._child.exit if self._child else None
        values = {"it": self.names["$it"], "exit": exit, "last": self._child.log.last if self._child else "",
                  "orphans": ", ".join(map(str, self._child.orphans)) if self._child else "", "hellos": ""}
        if within:
            values["within"] = duration(within)
        if self.hub and len(self.hub.session.hellos) > 1:
            values["hellos"] = f" and had sent {len(self.hub.session.hellos) - 1} more hellos"
        if message:
            code = text(message.body.get("code")) or "missing"
            values |= {"code": code, "terminal": "done" if message.type == "done" else f"error {code}",
                       "message": text(message.body.get("message")) or ""}
        if call:
            subject = text(call.params.get("text")) or text(call.params.get("id")) or ""
            values |= {"method": call.method, "items": len(call.items), "elapsedMs": call.elapsed_ms,
                       "timeoutMs": call.timeout_ms, "subject": quoted(subject)}
        return pattern.format_map(values)

    # MARK: event, expect

    def event_exit(self, line):
        if "withinMs" in line:
            self._await_exit(line)
        actual = {"status": self._child.exit, "stderr": bytes(self._child.log.text["error"]).decode(errors="replace").strip(),
                  "orphans": ", ".join(map(str, self._child.orphans))}
        for name in ("status", "stderr", "orphans"):
            wanted = f"exit status {line['status']}" if name == "status" and name in line else line.get(name)
            if name in line and matches(wanted, actual[name], self.names) is not None:
                wrong = line["wrong"]
                raise Failed(self._text(wrong[name] if isinstance(wrong, dict) else wrong))

    def _await_exit(self, line):
        if self.hub:
            self.hub.wait_for_exit(line["withinMs"])
        else:
            deadline = time.monotonic() + line["withinMs"] * self.worker.factor / 1000
            while not self._child.has_ended() and time.monotonic() < deadline:
                self._child.drain()
                time.sleep(0.02)
            if self._child.has_ended():
                self._child.reap()
        if not self._child.exit:
            if "skip" in line:
                raise Skipped(line["skip"])
            raise Late(self._text(line["late"]))

    def event_upstream(self, line):
        if not self.hub.wait(line["withinMs"], lambda: self.hub.held == line["held"]):
            raise Late(self._text(line["late"]))

    def expect_reply(self, line):
        hellos = len(self.hub.session.hellos)
        if "orHelloMs" not in line:
            return self.hub.expect_reply(line["after"])
        # The provider may have lost its connection, and connect again.
        try:
            self.hub.run(100 * self.hub.factor)
        except (Failed, Skipped):
            pass
        try:
            self.hub.expect_reply(line["after"])
        except Failed as error:
            if not self.hub.wait(line["orHelloMs"], lambda: len(self.hub.session.hellos) > hellos):
                raise error
            self.hub.expect_reply(line["after"])

    def expect_nothing(self, line):
        """What comes for a call that has ended is found by the rules; here, what the line names."""
        if line.get("forMs"):
            self.hub.run(self.worker.silence_ms if line["forMs"] == "$silence" else line["forMs"])
        it = self.hub.session
        id = self.names.get(line.get("re"))
        came = id in it.pongs or bool(it.calls.about(id)) if id else len(it.hellos) > self._hellos or len(it.byes) > self._byes
        if came:
            raise Failed(self._text(line.get("wrong", "It sent something, although nothing was to be said.")))
