import BusProtocol
import MusicModel
import Testing

@testable import HubCore

@Suite("The plan of an import")
struct ImportPlanTests {
  private static let searches: [BusProtocol.Method] = [.artistsSearch, .albumsSearch, .songsSearch]

  private func source(
    _ id: String,
    perSecond rate: Double,
    _ methods: [BusProtocol.Method] = searches
  ) throws -> ImportPlan.Source {
    let id = try #require(ProviderID(rawValue: id))
    return ImportPlan.Source(id: id, methods: Set(methods), requestsPerSecond: rate)
  }

  /// The bundled sources with their real budgets.
  private var sources: [ImportPlan.Source] {
    get throws {
      [
        try source("itunes-search", perSecond: 20 / 60),
        try source("audiodb", perSecond: 30 / 60, [.artistsSearch, .albumsSearch]),
        try source("musicbrainz", perSecond: 1 / 1.05), try source("deezer", perSecond: 10),
        try source("wikipedia", perSecond: 5, [.artistGet]),
      ]
    }
  }

  @Test("asks the source with the most room first, and each scarce one only after all others")
  func order() throws {
    let plan = ImportPlan(try sources, only: nil)
    #expect(
      plan.stages.map { $0.providers.map(\.rawValue) } == [
        ["deezer"], ["deezer", "musicbrainz"], ["deezer", "musicbrainz", "audiodb"],
        ["deezer", "musicbrainz", "audiodb", "itunes-search"],
      ]
    )
    #expect(plan.stages.map { $0.serves(.song) } == [true, true, false, true])
    #expect(plan.stages.map { $0.serves(nil) } == [true, false, false, false])
  }

  @Test("asks only the sources that the user names")
  func named() throws {
    let wanted = ["itunes-search", "musicbrainz"].compactMap(ProviderID.init(rawValue:))
    let plan = ImportPlan(try sources, only: wanted)
    #expect(
      plan.stages.map { $0.providers.map(\.rawValue) } == [
        ["musicbrainz"], ["musicbrainz", "itunes-search"],
      ]
    )
  }

  @Test("estimates less than ten minutes for 1,000 songs with real budgets")
  func estimate() throws {
    let plan = ImportPlan(try sources, only: nil)
    #expect(plan.estimateMs([.song: 1_000]) <= 600_000)
    // All of them are undecided at first: MusicBrainz takes a second for each.
    #expect(plan.estimateMs([.song: 1_000], undecided: 1) >= 1_000_000)
    #expect(plan.estimateMs([.song: 20], from: 3) == 60_000)
    #expect(plan.estimateMs([.song: 20], from: 4) == 0)
  }

  @Test("has no stage without a source")
  func none() throws {
    #expect(ImportPlan([ImportPlan.Source](), only: nil).stages.isEmpty)
    #expect(
      ImportPlan(try sources, only: [try #require(ProviderID(rawValue: "gone"))]).stages.isEmpty
    )
  }
}
