import BusProtocol
import MusicModel
import Testing

@testable import Importing

@Suite("The plan of an import")
struct ImportPlanTests {
  private static let searches: [BusProtocol.Method] = [.artistsSearch, .albumsSearch, .songsSearch]

  private func source(
    _ id: String,
    _ requests: Int,
    per milliseconds: Int,
    _ methods: [BusProtocol.Method] = searches,
    state: ProviderStatus.State = .ready
  ) throws -> ProviderStatus {
    var source = ProviderStatus(
      id: try #require(ProviderID(rawValue: id)),
      state: state,
      methods: methods
    )
    source.budgets = [id: .init(left: requests, requests: requests, perMs: milliseconds)]
    return source
  }

  /// The bundled sources with their real budgets.
  private var sources: [ProviderStatus] {
    get throws {
      [
        try source("itunes-search", 20, per: 60_000),
        try source("audiodb", 30, per: 60_000, [.artistsSearch, .albumsSearch]),
        try source("musicbrainz", 5, per: 5_250), try source("deezer", 50, per: 5_000),
        try source("wikipedia", 5, per: 1_000, [.artistGet]),
        try source("spotify", 100, per: 1_000, state: .unconfigured),
      ]
    }
  }

  private func songs(_ count: Int) throws -> [StoredImport.Row] {
    let id = try #require(EntityID("row:song:1"))
    return (1...count).map {
      StoredImport.Row(number: $0, entity: .song(Song(id: id, title: "Song \($0)")))
    }
  }

  @Test("asks the source with the most room first, and each scarce one only after all others")
  func order() throws {
    let plan = ImportPlan(try sources, only: nil)
    #expect(
      plan.stages.map { $0.providers?.map(\.rawValue) } == [
        ["deezer"], ["deezer", "musicbrainz"], ["deezer", "musicbrainz", "audiodb"],
        ["deezer", "musicbrainz", "audiodb", "itunes-search"],
      ]
    )
    let row = try songs(1)[0]
    #expect(plan.stages.map { $0.serves(row) } == [true, true, false, true])
  }

  @Test("asks only the sources that the user names")
  func named() throws {
    let wanted = ["itunes-search", "musicbrainz"].compactMap(ProviderID.init(rawValue:))
    let plan = ImportPlan(try sources, only: wanted)
    #expect(
      plan.stages.map { $0.providers?.map(\.rawValue) } == [
        ["musicbrainz"], ["musicbrainz", "itunes-search"],
      ]
    )
  }

  @Test("estimates less than ten minutes for 1,000 songs with real budgets")
  func estimate() throws {
    let plan = ImportPlan(try sources, only: nil)
    #expect(plan.estimateMs(try songs(1_000)) <= 600_000)
    // All of them are undecided at first: MusicBrainz takes a second for each.
    #expect(plan.estimateMs(try songs(1_000), undecided: 1) >= 1_000_000)
    #expect(plan.estimateMs(try songs(20), from: 3) == 60_000)
    #expect(plan.estimateMs(try songs(20), from: 4) == 0)
  }

  @Test("has a stage even if there is no source")
  func none() throws {
    let plan = ImportPlan([], only: nil)
    #expect(plan.stages.count == 1 && plan.stages[0].providers == nil)
  }
}
