import HostKit

/// The common alternative: the Majordomo pattern in Python, according to 7/MDP. A broker (clients
/// use MDPC01) and one worker (MDPW01) with a fixed reply.
final class Majordomo {
  let socket: RawSocket
  /// A request for the worker's service.
  let request: [[UInt8]] = [[], Array("MDPC01".utf8), Array("bench".utf8), Array("?".utf8)]
  private let home: BenchHome
  private let processes: [ChildProcess]

  init(_ context: RawContext, reply: [UInt8]) throws {
    // Debian's own, where pyzmq is a package; another may stand before it in PATH.
    let python = try ExecutableSearch.find("/usr/bin/python3") ?? Command.find("python3")
    guard (try? Command(python, ["-c", "import zmq"]).time()) != nil else {
      throw NotInstalled("pyzmq")
    }
    let home = try BenchHome()
    self.home = home
    try home.write(Array(Majordomo.broker.utf8), to: "broker.py")
    try home.write(Array(Majordomo.worker.utf8), to: "worker.py")
    try home.write(reply, to: "reply")
    let endpoint = "ipc://\(home.path)/broker.sock"
    processes = try [["broker.py"], ["worker.py", "\(home.path)/reply"]].map { words in
      let arguments = ["\(home.path)/\(words[0])", endpoint] + words.dropFirst()
      return try ChildProcess(Launch(python, arguments, environment: .current))
    }
    socket = try RawSocket(context, .dealer)
    try socket.connect(to: endpoint)
    try socket.send(request)
    _ = try socket.receive()
  }

  private static let broker = #"""
    import collections, sys, time, zmq

    READY, REQUEST, REPLY, HEARTBEAT, DISCONNECT = b"\1", b"\2", b"\3", b"\4", b"\5"
    HEARTBEAT_S, LIVENESS = 2.5, 3

    class Service:
        def __init__(self):
            self.requests, self.idle = collections.deque(), collections.OrderedDict()

    socket = zmq.Context().socket(zmq.ROUTER)
    socket.bind(sys.argv[1])
    services, workers = collections.defaultdict(Service), {}

    def dispatch(service):
        while service.requests and service.idle:
            worker, _ = service.idle.popitem(last=False)
            client, body = service.requests.popleft()
            socket.send_multipart([worker, b"", b"MDPW01", REQUEST, client, b""] + body)

    def from_worker(sender, command, rest):
        expires = time.monotonic() + HEARTBEAT_S * LIVENESS
        if command == READY:
            workers[sender] = [rest[0], expires]
            services[rest[0]].idle[sender] = True
            return dispatch(services[rest[0]])
        if sender not in workers:
            return socket.send_multipart([sender, b"", b"MDPW01", DISCONNECT])
        name = workers[sender][0]
        workers[sender][1] = expires
        if command == REPLY:
            client, body = rest[0], rest[2:]
            socket.send_multipart([client, b"", b"MDPC01", name] + body)
            services[name].idle[sender] = True
            dispatch(services[name])
        elif command == DISCONNECT:
            services[name].idle.pop(sender, None)
            del workers[sender]

    beat = time.monotonic() + HEARTBEAT_S
    while True:
        if socket.poll(max(0, int((beat - time.monotonic()) * 1000))):
            sender, _, protocol, *rest = socket.recv_multipart()
            if protocol == b"MDPC01":
                services[rest[0]].requests.append((sender, rest[1:]))
                dispatch(services[rest[0]])
            elif protocol == b"MDPW01":
                from_worker(sender, rest[0], rest[1:])
        now = time.monotonic()
        if now >= beat:
            for worker, (name, expires) in list(workers.items()):
                if expires < now:
                    services[name].idle.pop(worker, None)
                    del workers[worker]
                else:
                    socket.send_multipart([worker, b"", b"MDPW01", HEARTBEAT])
            beat = now + HEARTBEAT_S

    """#

  private static let worker = #"""
    import sys, time, zmq

    reply = open(sys.argv[2], "rb").read()
    socket = zmq.Context().socket(zmq.DEALER)
    socket.connect(sys.argv[1])
    socket.send_multipart([b"", b"MDPW01", b"\1", b"bench"])
    beat = time.monotonic() + 2.5
    while True:
        if socket.poll(max(0, int((beat - time.monotonic()) * 1000))):
            _, _, command, *rest = socket.recv_multipart()
            if command == b"\2":
                socket.send_multipart([b"", b"MDPW01", b"\3", rest[0], b"", reply])
            elif command == b"\5":
                socket.send_multipart([b"", b"MDPW01", b"\1", b"bench"])
        if time.monotonic() >= beat:
            socket.send_multipart([b"", b"MDPW01", b"\4"])
            beat = time.monotonic() + 2.5

    """#
}
