import HostKit
import HubCore
import Testing

@testable import HubRuntime

@Suite("Lost connections of providers")
struct LossHolderTests {
  private let provider = Peer(.provider, routing: [0, 1, 2, 3, 4])
  private let other = Peer(.provider, routing: [0, 1, 2, 3, 5])

  private func peers(_ events: [Event]) -> [Peer] {
    events.compactMap { if case .disconnected(let peer) = $0 { peer } else { nil } }
  }

  @Test("are held back until released, each once and in their order")
  func order() {
    var holder = LossHolder()
    #expect(holder.isEmpty && holder.leftMs == nil && holder.release().isEmpty)
    for peer in [other, provider, other] {
      let isHeld = holder.hold(.disconnected(peer))
      #expect(isHeld)
    }
    #expect(!holder.isEmpty)
    #expect(holder.leftMs.map { $0 <= LossHolder.maxWait.milliseconds } == true)
    #expect(peers(holder.release()) == [other, provider])
    #expect(holder.isEmpty && holder.leftMs == nil && holder.releaseExpired().isEmpty)
  }

  @Test("of clients, and all other events, are not held back")
  func others() {
    var holder = LossHolder()
    for event in [Event.disconnected(Peer(.client, routing: [0, 1, 2, 3, 4])), .tick] {
      let isHeld = holder.hold(event)
      #expect(!isHeld)
    }
    #expect(holder.isEmpty)
  }
}
