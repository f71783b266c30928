import BusProtocol
import HubCore
import MusicModel
import TestKit
import Testing

@Suite("Paging through to the source")
struct SourcePagingTests {
  let hub = HubDriver()
  let a: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.artistsSearch, .artistAlbums])
    client = hub.connectClient()
  }

  private func search(limit: Int = 10, offset: Int? = nil, title: String? = nil) -> String {
    client.call(.artistsSearch) {
      ($0.text, $0.limit, $0.offset, $0.title) = ("nina", limit, offset, title)
    }
  }

  /// Replies with a page of a list of 25 artists.
  private func reply(to call: ReceivedCall?, _ range: Range<Int>, from provider: String = "a") {
    var done = Done(
      items: range.map { artist("\(provider):artist:\($0)", name: "Nina \($0)") }
    )
    (done.total, done.next) = (25, range.upperBound < 25 ? range.upperBound : nil)
    a.end(call, done)
  }

  @Test("a page is continued where the source continues, until its end")
  func continues() throws {
    let first = search()
    let call = try #require(a.takeCall())
    #expect(call.parameters.offset == nil)
    reply(to: call, 0..<10)
    let page = try #require(client.reply(to: first)?.done)
    #expect(page.total == 25)
    #expect(page.totalIsExact == false)
    #expect(page.next == 10)
    let second = search(offset: 10)
    let next = try #require(a.takeCall())
    #expect(next.parameters.offset == 10)
    reply(to: next, 10..<20)
    let items = try #require(client.reply(to: second)).items
    #expect(items.map(\.id.value) == (10..<20).map(String.init))
    let third = search(offset: 20)
    reply(to: a.takeCall(), 20..<25)
    let last = try #require(client.reply(to: third))
    #expect(last.items.map(\.id.value) == (20..<25).map(String.init))
    #expect(last.done?.total == 25)
    #expect(last.done?.totalIsExact == true)
    #expect(last.done?.next == nil)
    #expect(client.reply(to: search(offset: 10))?.items == items)
    #expect(a.takeCalls().isEmpty)
  }

  @Test("the first page is filled if the source returns less, and may end with what it has")
  func firstPage() throws {
    let first = search(limit: 20)
    for start in [0, 5, 10, 15] { reply(to: a.takeCall(), start..<start + 5) }
    let page = try #require(client.reply(to: first))
    #expect(page.items.count == 20)
    #expect(page.done?.next == 20)
    let all = search(limit: 200, title: nil)
    reply(to: a.takeCall(), 0..<24)
    reply(to: a.takeCall(), 25..<25)
    let whole = try #require(client.reply(to: all)?.done)
    #expect(whole.next == nil)
    #expect(whole.totalIsExact == true)
  }

  @Test("a later page, or a filtered one, is filled by as many calls as it needs")
  func several() throws {
    _ = search(limit: 5)
    reply(to: a.takeCall(), 0..<5)
    let second = search(limit: 12, offset: 5)
    for start in [5, 10, 15] { reply(to: a.takeCall(), start..<start + 5) }
    #expect(client.reply(to: second)?.items.map(\.id.value) == (5..<17).map(String.init))
    let filtered = search(limit: 3, title: "Nina 2")
    for start in [0, 10, 20] { reply(to: a.takeCall(), start..<min(25, start + 10)) }
    let names = try #require(client.reply(to: filtered)).items.map(\.displayName)
    #expect(names.contains("Nina 2") && names.count == 3)
  }

  @Test("a page far down waits for its first result until the deadline, and goes on when repeated")
  func farDown() throws {
    let far = client.call(.artistsSearch, timeoutMs: 2_000) {
      ($0.text, $0.limit, $0.offset, $0.waitMs) = ("nina", 5, 20, 200)
    }
    for start in [0, 5, 10] {
      hub.advance(150)
      reply(to: a.takeCall(), start..<start + 5)
    }
    #expect(client.reply(to: far) == nil, "the soft deadline is over, and the page is empty")
    hub.advance(2_000)
    let cut = try #require(client.reply(to: far))
    #expect(cut.items.isEmpty)
    #expect(cut.done?.total == 25)
    #expect(cut.done?.totalIsExact == false)
    reply(to: a.takeCall(), 15..<20)
    let again = search(limit: 5, offset: 20)
    reply(to: a.takeCall(), 15..<20)
    reply(to: a.takeCall(), 20..<25)
    #expect(client.reply(to: again)?.items.count == 5)
  }

  @Test("a source that refused in the middle of a list is asked again after its pause")
  func refusedPage() throws {
    _ = search()
    reply(to: a.takeCall(), 0..<10)
    let second = search(offset: 10)
    a.fail(a.takeCall(), .upstreamRateLimited, retryAfterMs: 5_000)
    _ = client.reply(to: second)
    hub.advance(60_000)
    _ = search(offset: 10)
    #expect(a.takeCalls().count == 1)
  }

  @Test("a list goes on at the cursor of its source, and stops at one that is repeated")
  func cursors() throws {
    func reply(_ range: Range<Int>, cursor: String?) {
      var done = Done(items: range.map { artist("a:artist:\($0)", name: "Nina \($0)") })
      done.cursor = cursor
      a.end(a.takeCall(), done)
    }
    let first = search()
    reply(0..<10, cursor: "b==")
    #expect(client.reply(to: first)?.done?.next == 10)
    let second = search(offset: 10)
    let call = try #require(a.takeCalls().first)
    #expect(call.parameters.cursor == "b==" && call.parameters.offset == nil)
    var done = Done(items: (10..<20).map { artist("a:artist:\($0)", name: "Nina \($0)") })
    done.cursor = "b=="
    a.end(call, done)
    let page = try #require(client.reply(to: second))
    #expect(page.items.map(\.id.value) == (10..<20).map(String.init))
    #expect(page.done?.next == nil)
    #expect(a.takeCalls().isEmpty)
  }

  @Test("the hub passes on no offset of a client, and stops at one that does not grow")
  func offsets() throws {
    let deep = search(limit: 10, offset: 500)
    let call = try #require(a.takeCall())
    #expect(call.parameters.offset == nil)
    reply(to: call, 0..<20)
    let next = try #require(a.takeCall())
    #expect(next.parameters.offset == 20)
    var done = Done(items: [artist("a:artist:20", name: "Nina 20")])
    done.next = 20
    a.end(next, done)
    let reply = try #require(client.reply(to: deep))
    #expect(reply.items.isEmpty)
    #expect(reply.done?.next == nil)
    #expect(a.takeCalls().isEmpty)
  }

  @Test("an entity of an earlier page is not repeated if another source lists it later")
  func otherOrder() throws {
    let b = hub.connectProvider("b", serving: [.artistsSearch])
    let first = search()
    var done = Done(items: (0..<10).map { artist("b:artist:\($0)", name: "Nina \(24 - $0)") })
    (done.total, done.next) = (25, 10)
    b.end(b.takeCall(), done)
    reply(to: a.takeCall(), 0..<10)
    var seen = try #require(client.reply(to: first)).items.map(\.displayName)
    var offset = 10
    while seen.count < 40 {
      let call = search(offset: offset)
      var page = client.reply(to: call)
      while page == nil {
        for call in a.takeCalls() {
          let start = call.parameters.offset ?? 0
          reply(to: call, start..<min(25, start + 10))
        }
        for call in b.takeCalls() {
          let start = call.parameters.offset ?? 0
          let end = min(25, start + 10)
          var done = Done(
            items: (start..<end).map { artist("b:artist:\($0)", name: "Nina \(24 - $0)") }
          )
          (done.total, done.next) = (25, end < 25 ? end : nil)
          b.end(call, done)
        }
        page = client.reply(to: call)
      }
      seen += page?.items.map(\.displayName) ?? []
      guard let next = page?.done?.next else { break }
      offset = next
    }
    #expect(seen.count == 25)
    #expect(Set(seen) == Set((0..<25).map { "Nina \($0)" }))
  }

  @Test("a page that failed is requested again, and the pages before it are not")
  func failedPage() throws {
    _ = search()
    reply(to: a.takeCall(), 0..<10)
    let failed = search(offset: 10)
    a.fail(a.takeCall(), .upstreamUnavailable)
    let empty = try #require(client.reply(to: failed))
    #expect(empty.outcomes == "a: failed")
    #expect(empty.done?.totalIsExact == false)
    let again = search(offset: 10)
    let call = try #require(a.takeCall())
    #expect(call.parameters.offset == 10)
    reply(to: call, 10..<20)
    #expect(client.reply(to: again)?.items.map(\.id.value) == (10..<20).map(String.init))
  }

  @Test("a list is continued even if another source ends with the same reply, without a link")
  func continuesAfterNotLinked() throws {
    let b = hub.connectProvider("b", serving: [.artistsSearch, .artistAlbums])
    let call = client.call(.artistAlbums) {
      ($0.id, $0.title) = (id("a:artist:1"), "autumn")
    }
    var page = Done(items: [album("a:album:1", title: "Spring", by: .init(name: "Nina"))])
    (page.total, page.next) = (2, 1)
    a.end(a.takeCall(), page)
    let next = try #require(a.takeCall())
    #expect(next.parameters.offset == 1)
    a.reply(to: next, album("a:album:2", title: "Autumn", by: .init(name: "Nina")))
    #expect(client.reply(to: call)?.names == ["Autumn"])
    #expect(b.takeCalls().isEmpty)
  }
}
