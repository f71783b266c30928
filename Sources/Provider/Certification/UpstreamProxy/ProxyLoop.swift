internal import Glibc
internal import HostKit
internal import ZeroMQ

/// The thread of a gate: takes connections and moves bytes, one poll after the other.
struct ProxyLoop: Sendable {
  private let listener: CInt
  private let target: LoopbackAddress
  private let wakeUp: Waker
  private var exchanges: [ProxyConnection] = []
  private var requests = 0

  init(listener: CInt, target: LoopbackAddress, wakeUp: Waker) {
    self.listener = listener
    self.target = target
    self.wakeUp = wakeUp
  }

  /// Runs for as long as there is an order.
  mutating func run(
    order: () -> UpstreamProxy.Order?,
    report: (UpstreamProxy.Counts, _ after: Int) -> Void
  ) {
    while let order = order() {
      for place in exchanges.indices { exchanges[place].react(to: order.mode, target) }
      exchanges.removeAll { $0.isOver }
      report(counts, order.number)
      wait()
    }
    for place in exchanges.indices { exchanges[place].end() }
    close(listener)
  }

  private var counts: UpstreamProxy.Counts {
    UpstreamProxy.Counts(requests: requests, held: exchanges.count { $0.isHeld })
  }

  private mutating func wait() {
    var poller = Poller()
    let news = poller.add(descriptor: listener)
    _ = poller.add(wakeUp)
    let places = exchanges.map { exchange in
      exchange.descriptors.map { ($0, poller.add(descriptor: $0)) }
    }
    guard (try? poller.wait(timeoutMs: 1000)) == true else { return }
    wakeUp.reset()
    for (place, descriptors) in places.enumerated() {
      for (descriptor, item) in descriptors where poller.isReadable(item) {
        if exchanges[place].read(from: descriptor) { requests += 1 }
      }
    }
    if poller.isReadable(news), let connection = LoopbackSockets.accept(listener) {
      exchanges.append(ProxyConnection(connection))
    }
  }
}
