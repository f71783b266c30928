import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Cache commands")
struct CacheCommandTests {
  let hub = HubDriver { $0.hasProviderCache = true }
  let client: ModelClient

  init() { client = hub.connectClient() }

  @Test("complete when the runtime has performed them")
  func favoritesActions() throws {
    let call = client.call(.cacheStatus)
    let order = try #require(hub.cacheActions.first)
    #expect(order.order == .status)
    let status = CacheStatus(entries: 1, bytes: 2, bytesMax: 3, pinned: 0)
    hub.handle(.cacheActionCompleted(operation: order.operation, .status(status)))
    #expect(client.reply(to: call)?.done?.cache == status)
    let pin = client.call(.cachePin) { $0.id = id("a:artist:1") }
    let pinning = try #require(hub.cacheActions.last)
    #expect(pinning.order == .pin([id("a:artist:1")], isPinned: true))
    hub.handle(.cacheActionCompleted(operation: pinning.operation, .failed("The disk is gone.")))
    #expect(client.reply(to: pin)?.code == .internalError)
    #expect(client.reply(to: client.call(.cachePin))?.code == .invalidParams)
    client.call(.cacheUnpin) { $0.id = id("a:artist:1") }
    #expect(hub.cacheActions.last?.order == .pin([id("a:artist:1")], isPinned: false))
    client.call(.cacheUnpin)
    #expect(hub.cacheActions.last?.order == .unpinAll)
  }

  @Test("are rejected if too many are pending")
  func maxOrders() {
    let clients = (0..<3).map { _ in hub.connectClient() }
    let calls = clients.flatMap { client in (0..<30).map { _ in (client, client.call(.cacheClear)) }
    }
    let busy = calls.filter { client, call in client.reply(to: call)?.code == .busy }
    #expect(busy.count == 90 - 64)
  }

  @Test("time out once at their deadline if the disk hangs")
  func deadline() throws {
    let long = client.call(.cacheClear, timeoutMs: 9000)
    let short = client.call(.cacheStatus, timeoutMs: 500)
    hub.advance(500)
    #expect(client.reply(to: short)?.code == .deadlineExceeded)
    #expect(client.reply(to: long) == nil)
    hub.advance(8500)
    #expect(client.reply(to: long)?.code == .deadlineExceeded)
    for order in hub.cacheActions {
      hub.handle(.cacheActionCompleted(operation: order.operation, .failed("The disk is back.")))
    }
    #expect(client.takeMessages(of: long).isEmpty)
    #expect(client.takeMessages(of: short).isEmpty)
    #expect(hub.hub.load.timers == 0)
  }

  @Test("can be cancelled")
  func cancel() {
    let call = client.call(.cacheClear)
    client.cancel(call)
    #expect(client.reply(to: call)?.code == .cancelled)
    for order in hub.cacheActions {
      hub.handle(.cacheActionCompleted(operation: order.operation, .failed("The disk is gone.")))
    }
    #expect(client.takeMessages(of: call).isEmpty)
    #expect(hub.hub.load.timers == 0)
  }

  @Test("count as calls in flight and need unused ids")
  func inflight() {
    let inflight = HubSettings().limits.inflight
    let first = client.call(.cacheStatus)
    #expect(client.call(.cacheStatus, id: first) == first)
    #expect(client.reply(to: first)?.code == .duplicateCall)
    for _ in 1..<inflight { client.call(.cacheStatus) }
    let over = client.call(.cacheStatus)
    #expect(client.reply(to: over)?.code == .busy)
    #expect(hub.cacheActions.count == inflight)
  }
}
