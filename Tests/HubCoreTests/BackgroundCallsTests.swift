import BusProtocol
import HubCore
import MusicModel
import TestKit
import Testing

/// Extras are calls that nobody has to wait for, such as those for pictures.
@Suite("Of a request budget, an extra")
struct BackgroundCallsTests {
  static let host = BudgetsTests.host

  let hub = HubDriver()
  let client: ModelClient

  init() { client = hub.connectClient() }

  /// A provider whose albums cost nothing, and whose pictures and searches cost a request each.
  func connect(
    requests: Int = 20,
    perMs: Int = 60_000,
    inflight: Int = 32
  ) -> ModelProvider {
    hub.connectProvider("a", serving: [.artistsSearch, .albumGet, .artworkGet]) {
      $0.inflight = inflight
      $0.methods["artists.search"]?.cost = [BackgroundCallsTests.host: 1]
      $0.methods["artwork.get"]?.cost = [BackgroundCallsTests.host: 1]
      $0.budgets = [BackgroundCallsTests.host: .init(requests: requests, perMs: perMs)]
    }
  }

  /// Opens an album, so that the hub knows its picture, and asks for that.
  @discardableResult
  func askForPicture(_ number: Int, of a: ModelProvider, timeoutMs: Int? = nil) -> String {
    client.call(.albumGet) { $0.id = id("a:album:\(number)") }
    var picture = Artwork(url: "picture-\(number)", role: .cover)
    picture.width = 600
    let calls = a.takeCalls()
    #expect(calls.map(\.method) == [.albumGet])
    a.reply(
      to: calls.first,
      album("a:album:\(number)", title: "\(number)") { $0.artwork = [picture] }
    )
    return client.call(.artworkGet, timeoutMs: timeoutMs) { $0.id = id("a:album:\(number)") }
  }

  @discardableResult
  func search(_ text: String) -> String { client.call(.artistsSearch) { $0.text = text } }

  func send(_ a: ModelProvider, _ call: ReceivedCall?, spent: Int = 1) {
    var done = Done()
    done.media = Done.Media(type: "image/jpeg", url: call?.parameters.url)
    done.spent = [BackgroundCallsTests.host: spent]
    a.end(call, done, attachment: [1, 2, 3])
  }

  @Test("leaves nearly half, however many there are")
  func half() {
    let a = connect()
    var pictures = 0
    for number in 0..<14 {
      askForPicture(number, of: a)
      for call in a.takeCalls() {
        pictures += 1
        send(a, call)
      }
    }
    #expect(pictures == 11)
    for number in 0..<9 {
      search("\(number)")
      a.reply(to: a.takeCall(), [], spent: [BackgroundCallsTests.host: 1])
    }
  }

  @Test("waits while less than half is free")
  func otherHalf() throws {
    let a = connect()
    for number in 0..<11 {
      search("\(number)")
      a.reply(to: a.takeCall(), [], spent: [BackgroundCallsTests.host: 1])
    }
    let picture = askForPicture(1, of: a)
    #expect(client.reply(to: picture)?.failure?.retryAfterMs == 60_000)
    #expect(a.takeCalls().isEmpty)
    search("more")
    #expect(a.takeCalls().count == 1)
  }

  @Test("is made if it costs all of a budget that is free")
  func small() {
    let a = connect(requests: 1, perMs: 2_000)
    askForPicture(1, of: a)
    let first = a.takeCall()
    #expect(first?.method == .artworkGet)
    send(a, first)
    askForPicture(2, of: a)
    hub.advance(1_999)
    #expect(a.takeCalls().isEmpty)
    hub.advance(1)
    #expect(a.takeCalls().map(\.parameters.url) == ["picture-2"])
  }

  @Test("is sent after other calls that wait for the provider")
  func order() {
    let a = connect(inflight: 1)
    askForPicture(1, of: a)
    send(a, a.takeCall())
    askForPicture(2, of: a)
    let second = a.takeCall()
    client.call(.artworkGet) { $0.id = id("a:album:1") }
    search("one")
    #expect(a.takeCalls().isEmpty)
    send(a, second)
    #expect(a.takeCalls().map(\.parameters.text) == ["one"])
  }

  @Test("is none as soon as a call needs the same reply")
  func joined() {
    let a = hub.connectProvider("a", serving: [.artistsSearch, .albumGet, .artworkGet]) {
      $0.inflight = 32
      $0.methods["artists.search"]?.cost = [BackgroundCallsTests.host: 1]
      $0.methods["album.get"]?.cost = [BackgroundCallsTests.host: 1]
      $0.budgets = [BackgroundCallsTests.host: .init(requests: 4, perMs: 5_000)]
    }
    for number in 0..<3 {
      search("\(number)")
      a.reply(to: a.takeCall(), [], spent: [BackgroundCallsTests.host: 1])
    }
    client.call(.artworkGet) { $0.id = id("a:album:1") }
    #expect(a.takeCalls().isEmpty)
    client.call(.albumGet) { $0.id = id("a:album:1") }
    #expect(a.takeCalls().map(\.method) == [.albumGet])
  }

  @Test(
    "is never made while less than half of any window is free",
    arguments: 0..<LongRun.pick(5, long: 20)
  )
  func windows(seed: Int) {
    let a = connect(requests: 12, perMs: 5_000)
    for number in 0..<8 {
      askForPicture(number, of: a)
      for call in a.takeCalls() { send(a, call) }
      hub.advance(5_000)
    }
    var random = SeededRandom(seed)
    var spent: [(at: Int, isPicture: Bool)] = []
    for number in 0..<300 {
      hub.advance(Int(random.next() % 400))
      if random.next() % 4 != 0 {
        client.call(.artworkGet, timeoutMs: 2_000) { $0.id = id("a:album:\(number % 8)") }
      } else {
        client.call(.artistsSearch, timeoutMs: 2_000) { $0.text = "\(number)" }
      }
      for call in a.takeCalls() {
        let isPicture = call.method == .artworkGet
        let window = spent.filter { hub.now.milliseconds - $0.at < 5_000 }
        #expect(window.count <= (isPicture ? 6 : 11))
        if isPicture {
          send(a, call)
        } else {
          a.reply(to: call, [], spent: [BackgroundCallsTests.host: 1])
        }
        spent.append((hub.now.milliseconds, isPicture))
      }
    }
    #expect(spent.count(where: \.isPicture) > 10)
  }
}
