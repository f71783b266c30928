import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("An explanation of an entity")
struct ExplanationTests {
  let hub = HubDriver()
  let a: ModelProvider
  let b: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.artistsSearch, .artistGet])
    b = hub.connectProvider("b", serving: [.artistsSearch, .artistGet])
    client = hub.connectClient()
    hub.handle(.clockSet(unixMs: 1_700_000_000_000))
  }

  func explain(_ ofA: Entity, _ ofB: Entity) throws -> ExplanationReport {
    let call = client.call(.recordsExplain) { $0.id = id("a:artist:1") }
    let providerCall = try #require(a.takeCall())
    #expect(providerCall.method == .artistGet)
    a.reply(to: providerCall, ofA)
    if let search = b.takeCall() {
      b.reply(to: search, ofB)
      if search.method == .artistsSearch { b.reply(to: b.takeCall(), ofB) }
    }
    let reply = try #require(client.reply(to: call))
    return try #require(reply.done?.explanation, "\(reply)")
  }

  @Test("contains each record, the evidence of each match, and the provenance of each value")
  func whole() throws {
    let explanation = try explain(
      artist("a:artist:1", "mbid:artist:1", name: "Nina Simone") { $0.formedYear = 1933 },
      artist("b:artist:5", "mbid:artist:1", name: "Nina Simone") {
        $0.formedYear = 1950
        $0.country = "US"
      }
    )
    #expect(explanation.records.map(\.provider.rawValue) == ["a", "b"])
    #expect(explanation.records.map(\.ageMs) == [0, 0])
    let join = try #require(explanation.joins?.first)
    #expect(explanation.joins?.count == 1)
    #expect(join.decision == .same)
    #expect(join.reasons?.contains { $0.side == .for } == true)
    #expect(explanation.fields?["country"]?.provider.rawValue == "b")
    let year = try #require(explanation.fields?["formedYear"])
    #expect(year.alternatives?.count == 1)
    #expect(year.value != year.alternatives?.first?.value)
  }

  @Test("is shortened if a record is too large for a message")
  func shortened() throws {
    let hub = HubDriver { $0.limits.bodyBytes = 6_000 }
    let provider = hub.connectProvider("a", serving: [.artistGet])
    let client = hub.connectClient()
    let call = client.call(.recordsExplain) { $0.id = id("a:artist:1") }
    let large = artist("a:artist:1", name: "Nina Simone") {
      $0.biography = String(repeating: "x", count: 9_000)
    }
    provider.reply(to: provider.takeCall(), large)
    let done = try #require(client.reply(to: call)?.done)
    #expect(done.explanation?.records.map(\.entity.displayName) == ["Nina Simone"])
    #expect(done.notes == ["The record of a was shortened: it is too large for a message."])
  }

  @Test("reports a link found by a search as such")
  func linked() throws {
    let explanation = try explain(
      artist("a:artist:1", name: "Nina"),
      artist("b:artist:5", name: "Nina")
    )
    let join = try #require(explanation.joins?.first)
    #expect(join.decision == .same)
    #expect(join.reasons?.contains { $0.text.contains("mbid") } != true)
    for record in explanation.records { #expect(record.entity.ids.count == 1) }
  }

  @Test("contains user verdicts and near misses")
  func neighbors() throws {
    let search = client.call(.artistsSearch) { $0.text = "nina" }
    a.reply(to: a.takeCall(), artist("a:artist:2", name: "Nina Simone") { $0.formedYear = 1990 })
    b.reply(to: b.takeCall())
    _ = client.reply(to: search)
    client.call(.recordsDifferent) {
      $0.id = id("a:artist:1")
      $0.other = id("a:artist:2")
    }
    let explanation = try explain(
      artist("a:artist:1", name: "Nina Simone") { $0.formedYear = 1933 },
      artist("b:artist:5", name: "Nina Simone") { $0.formedYear = 1933 }
    )
    #expect(explanation.verdicts?.map(\.relation) == [.different])
    #expect(explanation.verdicts?.first?.ageMs == 0)
    for neighbor in explanation.neighbors ?? [] {
      #expect(neighbor.entity.id == id("a:artist:2"))
      #expect(neighbor.separatedBy?.decision == .different)
    }
  }

  @Test("fails like a call for the entity")
  func unknown() {
    let call = client.call(.recordsExplain) { $0.id = id("a:artist:1") }
    a.reply(to: a.takeCall())
    #expect(client.reply(to: call)?.code == .notFound)
    let chart = client.call(.recordsExplain) { $0.id = id("a:chart:1") }
    #expect(client.reply(to: chart)?.code == .invalidParams)
  }

  @Test("is included in an entity at the highest level of detail")
  func provenance() throws {
    let call = client.call(.artistGet) {
      $0.id = id("a:artist:1")
      $0.detail = .provenance
    }
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina") { $0.country = "US" })
    b.reply(to: b.takeCall())
    let reply = try #require(client.reply(to: call))
    guard case .artist(let nina)? = reply.items.first else { throw NoArtist() }
    #expect(nina.extra["provenance"]?["country"]?["provider"] == "a")
  }

  struct NoArtist: Error {}
}
