"""Runs a provider: its process group, its lifeline, its output, and what /proc tells about it."""
import os
import re
import select
import signal
import struct
import subprocess
import threading

MAX_STORED = 1 << 20
PAGE = os.sysconf("SC_PAGE_SIZE")


class Log:
    """Standard output and error of a process, up to a limit."""

    def __init__(self):
        self.text = {"output": bytearray(), "error": bytearray()}
        self.bytes = {"output": 0, "error": 0}

    def add(self, name, data):
        self.bytes[name] += len(data)
        self.text[name] += data[:max(0, MAX_STORED - len(self.text[name]))]

    def sizes(self):
        return {name: len(text) for name, text in self.text.items()}

    def lines(self, since=None):
        """The lines after an earlier state, those of standard error first."""
        return [line for name in ("error", "output")
                for line in bytes(self.text[name][(since or {}).get(name, 0):]).decode(errors="replace").split("\n") if line]

    @property
    def last(self):
        """The last line of standard error, for messages."""
        lines = bytes(self.text["error"][-4096:]).decode(errors="replace").split("\n")
        lines = [line for line in lines if line.strip()]
        return f" Last output: {lines[-1][:300]}" if lines else ""


class Child:
    """A process that leads a group of its own; the group ends with it."""

    def __init__(self, command, environment, lifeline=True):
        self._process = subprocess.Popen(
            command, env=environment, start_new_session=False, process_group=0, bufsize=0,
            stdin=subprocess.PIPE if lifeline else subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.pid, self.log, self.orphans = self._process.pid, Log(), []
        self.end = os.pidfd_open(self.pid)
        self._open = {"output": self._process.stdout, "error": self._process.stderr}
        for file in self._open.values():
            os.set_blocking(file.fileno(), False)
        self.exit = None

    def write(self, data):
        try:
            self._process.stdin.write(data)
        except OSError:
            pass  # It has ended already, which shows in its missing hello.

    def close_lifeline(self):
        try:
            if self._process.stdin:
                self._process.stdin.close()
        except OSError:
            pass

    def descriptors(self):
        return [file.fileno() for file in self._open.values()] + ([] if self.exit else [self.end])

    def drain(self):
        for name, file in list(self._open.items()):
            while data := self._read(file):
                self.log.add(name, data)
            if data == b"":
                self._open.pop(name)

    @staticmethod
    def _read(file):
        try:
            return file.read(65536)
        except OSError:
            return b""

    def has_ended(self):
        return self.exit is not None or bool(select.select([self.end], [], [], 0)[0])

    def reap(self):
        """Takes the exit status, and kills the rest of the group."""
        if self.exit is None:
            self.drain()
            self.orphans = [pid for pid in group(self.pid) if pid != self.pid]
            self.signal(signal.SIGKILL)
            code = self._process.wait()
            self.exit = f"exit status {code}" if code >= 0 else f"signal {-code} ({signal.Signals(-code).name})"
        return self.exit

    def signal(self, number):
        if self.exit is None:
            try:
                os.killpg(self.pid, number)
            except OSError:
                pass

    def close(self):
        self.drain()
        self.close_lifeline()
        self.signal(signal.SIGKILL)
        self.reap()
        os.close(self.end)
        for file in (self._process.stdout, self._process.stderr):
            file.close()


# MARK: /proc


def _read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def _list(path):
    try:
        return os.listdir(path)
    except OSError:
        return []


def group(id):
    """The ids of the running processes of a group."""
    found = []
    for name in filter(str.isdigit, _list("/proc")):
        fields = _read(f"/proc/{name}/stat").rpartition(b")")[2].split()
        if len(fields) > 2 and int(fields[2]) == id and fields[0] not in (b"Z", b"X"):
            found.append(int(name))
    return found


def memory(id):
    return sum(int((_read(f"/proc/{pid}/statm").split() + [0, 0])[1]) * PAGE for pid in group(id))


def descriptors(id):
    return sum(len(_list(f"/proc/{pid}/fd")) for pid in group(id))


def waited_ms(id):
    """The time for which the threads of a group have waited for a processor."""
    ns = 0
    for pid in group(id):
        for task in _list(f"/proc/{pid}/task"):
            fields = _read(f"/proc/{pid}/task/{task}/schedstat").split()
            ns += int(fields[1]) if len(fields) > 1 else 0
    return ns // 1_000_000


class ConnectionWatch:
    """Notes all TCP connections of a group, also short ones: it stops the processes while it looks."""

    def __init__(self, id):
        self._id, self._remotes, self._known = id, set(), set()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self):
        """The remote ends, as in /proc/net/tcp."""
        self._stop.set()
        self._thread.join()
        return self._remotes

    def _run(self):
        pids = group(self._id)
        while True:
            self._signal(pids, signal.SIGSTOP)
            self._look(pids)
            self._signal(pids, signal.SIGCONT)
            if self._stop.wait(0.0003):
                return

    @staticmethod
    def _signal(pids, number):
        for pid in pids:
            try:
                os.kill(pid, number)
            except OSError:
                pass

    def _look(self, pids):
        unknown = set()
        for pid in pids:
            for name in _list(f"/proc/{pid}/fd"):
                try:
                    target = os.readlink(f"/proc/{pid}/fd/{name}")
                except OSError:
                    continue
                if target.startswith("socket:[") and target[8:-1] not in self._known:
                    unknown.add(target[8:-1].encode())
        if not unknown:
            return
        # The tables are long: they are read only if there is a socket that is not known.
        for table, column in (("tcp", 9), ("tcp6", 9), ("unix", 6)):
            data = _read(f"/proc/{self._id}/net/{table}")
            for socket in [it for it in unknown if b" " + it in data]:
                for line in re.findall(rb"^.* %s\b.*$" % socket, data, re.M):
                    fields = line.split()
                    if len(fields) > column and fields[column] == socket:
                        self._known.add(socket.decode())
                        # Any state of TCP but LISTEN.
                        if table != "unix" and fields[3] != b"0A":
                            self._remotes.add(fields[2].decode())


def address(remote):
    """Makes 127.0.0.1:80 of 0100007F:0050."""
    host, _, port = remote.partition(":")
    if len(host) != 8:
        return remote
    return ".".join(map(str, struct.pack("<I", int(host, 16)))) + f":{int(port, 16)}"
