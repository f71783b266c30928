internal import Glibc
internal import HostKit
internal import ZeroMQ

/// The thread of a proxy: accepts connections and forwards bytes.
struct ProxyLoop: Sendable {
  private let listener: CInt
  private let target: LoopbackAddress
  private let waker: Waker
  private var connections: [ProxyConnection] = []
  private var requests = 0

  init(listener: CInt, target: LoopbackAddress, waker: Waker) {
    self.listener = listener
    self.target = target
    self.waker = waker
  }

  /// Runs until `command` returns `nil`.
  mutating func run(
    command: () -> UpstreamProxy.Command?,
    report: (UpstreamProxy.Counts, _ after: Int) -> Void
  ) {
    while let command = command() {
      for index in connections.indices { connections[index].apply(command.mode, target) }
      connections.removeAll { $0.isClosed }
      report(counts, command.number)
      wait()
    }
    for index in connections.indices { connections[index].end() }
    close(listener)
  }

  private var counts: UpstreamProxy.Counts {
    UpstreamProxy.Counts(requests: requests, blocked: connections.count { $0.isBlocked })
  }

  private mutating func wait() {
    var poller = Poller()
    let listenerIndex = poller.add(descriptor: listener)
    _ = poller.add(waker)
    let polled = connections.map { connection in
      connection.descriptors.map { ($0, poller.add(descriptor: $0)) }
    }
    guard (try? poller.wait(timeoutMs: 1000)) == true else { return }
    waker.reset()
    for (index, descriptors) in polled.enumerated() {
      for (descriptor, item) in descriptors where poller.isReadable(item) {
        if connections[index].read(from: descriptor) { requests += 1 }
      }
    }
    if poller.isReadable(listenerIndex), let connection = LoopbackSockets.accept(listener) {
      connections.append(ProxyConnection(connection))
    }
  }
}
