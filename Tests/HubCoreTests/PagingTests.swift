import BusProtocol
import HubCore
import MusicModel
import TestKit
import Testing

@Suite("Paging")
struct PagingTests {
  let hub = HubDriver()
  let a: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.artistsSearch, .artistAlbums])
    client = hub.connectClient()
  }

  func search(limit: Int? = nil, offset: Int? = nil, stream: Bool? = nil) -> String {
    client.call(.artistsSearch) {
      $0.text = "nina"
      $0.limit = limit
      $0.offset = offset
      $0.stream = stream
    }
  }

  static func ninas(_ range: Range<Int>) -> [Entity] {
    range.map { artist("a:artist:\($0)", name: "Nina \($0)") }
  }

  @Test("the next page comes from the list of the first one, without a provider call")
  func nextPage() throws {
    let first = search(limit: 10)
    a.reply(to: a.takeCall(), PagingTests.ninas(0..<25))
    let page = try #require(client.reply(to: first))
    #expect(page.items == PagingTests.ninas(0..<10))
    #expect(page.done?.total == 25)
    #expect(page.done?.totalIsExact == true)
    #expect(page.done?.next == 10)
    let second = try #require(client.reply(to: search(limit: 10, offset: 10)))
    #expect(second.items == PagingTests.ninas(10..<20))
    #expect(second.done?.next == 20)
    #expect(second.outcomes == "a: cached")
    let third = try #require(client.reply(to: search(limit: 10, offset: 20)))
    #expect(third.items == PagingTests.ninas(20..<25))
    #expect(third.done?.next == nil)
    #expect(a.takeCalls().isEmpty)
  }

  @Test("a cached page has a count and an age")
  func age() throws {
    _ = search(limit: 10)
    a.reply(to: a.takeCall(), PagingTests.ninas(0..<25))
    hub.advance(1_234)
    let page = try #require(client.reply(to: search(limit: 10, offset: 10)))
    #expect(page.sources.first?.ageMs == 1_234)
    #expect(page.sources.first?.count == 25)
  }

  @Test("pages beyond the first query are fetched and neither repeat nor skip entities")
  func deeper() throws {
    let first = search(limit: 50)
    let providerCall = try #require(a.takeCall())
    #expect(providerCall.parameters.limit == 50)
    a.reply(to: providerCall, PagingTests.ninas(0..<50))
    let page = try #require(client.reply(to: first))
    #expect(page.done?.totalIsExact == false)
    #expect(page.done?.next == 50)
    let second = search(limit: 50, offset: 50)
    let deeper = try #require(a.takeCall())
    #expect(deeper.parameters.limit == 100)
    // The source has changed its mind about the order meanwhile.
    a.reply(to: deeper, PagingTests.ninas(0..<80).reversed())
    let reply = try #require(client.reply(to: second))
    #expect(Set(reply.items.map(\.id)) == Set(PagingTests.ninas(50..<80).map(\.id)))
    #expect(reply.done?.total == 80)
    #expect(reply.done?.next == nil)
    #expect(reply.done?.totalIsExact == true)
  }

  @Test("a short page reports that there are more")
  func shortPage() throws {
    let first = search(limit: 50)
    var done = Done(items: PagingTests.ninas(0..<40))
    done.skipped = 10
    a.end(a.takeCall(), done)
    let page = try #require(client.reply(to: first))
    #expect(page.items.count == 40)
    #expect(page.done?.totalIsExact == false)
    #expect(page.done?.next == 40)
  }

  @Test("results beyond the limit of a source are not available, and a note says so")
  func end() throws {
    let call = search(limit: 200)
    a.reply(to: a.takeCall(), PagingTests.ninas(0..<200))
    let page = try #require(client.reply(to: call))
    #expect(page.items.count == 200)
    #expect(page.done?.totalIsExact == false)
    #expect(page.done?.next == nil)
    #expect(
      page.done?.sources?.first?.notes == ["It lists no more than 200; there may be others."]
    )
    let behind = try #require(client.reply(to: search(limit: 50, offset: 200)))
    #expect(behind.items.isEmpty)
  }

  @Test("a list expires after 10 minutes")
  func expires() throws {
    _ = search(limit: 10)
    a.reply(to: a.takeCall(), PagingTests.ninas(0..<25))
    hub.advance(600_000)
    #expect(client.reply(to: search(limit: 10, offset: 10)) != nil)
    hub.advance(1)
    let late = search(limit: 10, offset: 10)
    a.reply(to: a.takeCall(), PagingTests.ninas(0..<25))
    #expect(client.reply(to: late)?.items == PagingTests.ninas(10..<20))
  }

  @Test("calls with different parameters have different lists")
  func otherCall() throws {
    _ = search(limit: 10)
    a.reply(to: a.takeCall(), PagingTests.ninas(0..<25))
    client.call(.artistsSearch) {
      $0.text = "nina"
      $0.country = "de"
      $0.offset = 10
    }
    #expect(a.takeCalls().count == 1)
  }

  @Test("the list cache evicts its oldest list")
  func maxLists() {
    let hub = HubDriver { $0.maxCachedLists = 2 }
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let client = hub.connectClient()
    func submit(_ text: String, offset: Int? = nil) {
      client.call(.artistsSearch) {
        $0.text = text
        $0.limit = 1
        $0.offset = offset
      }
    }
    for text in ["one", "two", "three"] {
      submit(text)
      a.reply(to: a.takeCall(), PagingTests.ninas(0..<3))
    }
    submit("one", offset: 1)
    #expect(a.takeCalls().count == 1)
    submit("two", offset: 1)
    submit("three", offset: 1)
    #expect(a.takeCalls().isEmpty)
  }

  @Test("the list cache bounds its number of entities")
  func maxEntities() {
    let hub = HubDriver { $0.maxCachedListEntities = 50 }
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let client = hub.connectClient()
    func submit(_ text: String, offset: Int? = nil) {
      client.call(.artistsSearch) {
        $0.text = text
        $0.limit = 1
        $0.offset = offset
      }
    }
    for text in ["one", "two"] {
      submit(text)
      a.reply(to: a.takeCall(), PagingTests.ninas(0..<30))
    }
    submit("one", offset: 1)
    #expect(a.takeCalls().count == 1)
    submit("two", offset: 1)
    #expect(a.takeCalls().isEmpty)
  }

  @Test(
    "a page has at most 200 entities, and 50 by default",
    arguments: [
      (nil, 50), (1, 1), (200, 200),
    ]
  )
  func lengths(limit: Int?, count: Int) throws {
    let call = search(limit: limit)
    a.reply(to: a.takeCall(), PagingTests.ninas(0..<200))
    #expect(client.reply(to: call)?.items.count == count)
  }

  @Test("a long page is sent in several parts")
  func slices() throws {
    let call = search(limit: 200)
    a.reply(to: a.takeCall(), PagingTests.ninas(0..<200))
    let messages = client.takeMessages(of: call)
    #expect(messages.map(\.header.type) == [.part, .done])
    let reply = try #require(CallReply(messages))
    #expect(reply.items == PagingTests.ninas(0..<200))
  }

  @Test("a page of large records is sent in messages within the limit")
  func heavy() throws {
    let text = String(repeating: "x", count: 30_000)
    let call = client.call(.artistsSearch) {
      $0.text = "nina"
      $0.limit = 90
      $0.detail = .full
    }
    let providerCall = a.takeCall()
    let heavy = (0..<90).map { n in
      artist("a:artist:\(n)", name: "Nina \(n)") { $0.biography = text }
    }
    for seq in 0..<3 {
      let header = Header(type: .part, re: providerCall?.id, sid: a.sid, seq: seq)
      a.say(header, Part(items: Array(heavy[seq * 30..<seq * 30 + 30])))
    }
    a.reply(to: providerCall, [], parts: 3)
    let messages = client.takeMessages(of: call)
    #expect(messages.count > 1)
    #expect(messages.containsOnly { $0.body?.count ?? 0 <= WireLimits.standard.bodyBytes })
    #expect(CallReply(messages)?.items == heavy)
  }

  @Test("filters and sorting apply to the whole list, before paging")
  func filtered() throws {
    let call = client.call(.artistAlbums) {
      $0.id = id("a:artist:1")
      $0.title = "blue"
      $0.sort = .newest
      $0.from = PartialDate("1965")
      $0.limit = 1
    }
    func dated(_ number: Int, _ title: String, _ date: String?) -> Entity {
      album("a:album:\(number)", title: title) { $0.releaseDate = date.flatMap { PartialDate($0) } }
    }
    a.reply(
      to: a.takeCall(),
      dated(1, "Pastel Blues", "1965-10"),
      dated(2, "Little Girl Blue", "1959"),
      dated(3, "Nina Simone Sings the Blues", "1967"),
      dated(4, "Blue Undated", nil),
      dated(5, "Black Gold", "1970")
    )
    let reply = try #require(client.reply(to: call))
    #expect(reply.names == ["Nina Simone Sings the Blues"])
    #expect(reply.done?.total == 2)
    #expect(reply.done?.next == 1)
  }

  @Test("streamed pages from the cache have the same form")
  func streamedFromMemory() throws {
    _ = search(limit: 10)
    a.reply(to: a.takeCall(), PagingTests.ninas(0..<25))
    let messages = client.takeMessages(of: search(limit: 10, offset: 10, stream: true))
    let reply = try #require(CallReply(messages))
    #expect(reply.done?.ids == PagingTests.ninas(10..<20).map(\.id))
    #expect(reply.done?.items == nil)
    #expect(reply.items == PagingTests.ninas(10..<20))
  }
}
