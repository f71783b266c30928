import BusProtocol
import FavoritesModel
import HubCore
import MusicModel
import Storage
import Testing

/// The import of a long list with the real budgets of the bundled sources, in simulated time.
@Suite("An import with real budgets")
struct ImportBudgetsTests {
  private let hub = HubDriver.withFavorites { $0.hasProviderCache = true }
  private let sources: [SampledSource]
  private let store: ImportStore

  init() throws {
    hub.handle(.budgetsLoaded([]))
    sources = try SampledSource.descriptors().map { [hub] in SampledSource($0, hub) }
    store = try ImportStore(at: nil)
  }

  /// Rows of songs, of which every seventh is nowhere.
  private func rows(_ count: Int) -> [ImportRow] {
    (1...count).map { number in
      let name = number % 7 == 0 ? "Nowhere \(number)" : SampledSource.name(.song, number * 3)
      var song = Song(id: id("row:song:\(number)"), title: name)
      song.artist = ArtistReference(name: SampledSource.name(.artist, number * 3 / 100))
      return ImportRow(number: number, entity: .song(song))
    }
  }

  private var stored: StoredImport? {
    get throws {
      guard case .imports(let all) = try store.perform(.list("b1")) else { return nil }
      return all.first
    }
  }

  /// Lets time pass until the import has as few open rows; returns the time that it took, in seconds.
  private func seconds(untilOpen count: Int, from start: Instant) throws -> Int {
    var isDone = false
    while !isDone, hub.now - start < 3_600_000 {
      while let (action, operation) = hub.importActions.first {
        hub.importActions.removeFirst()
        hub.handle(.importsReplied(operation: operation, try store.perform(action)))
        guard case .note = action else { continue }
        isDone = try stored?.counts[.open, default: 0] ?? 0 <= count
      }
      hub.advance(100)
      for source in sources { source.work(at: hub.now) }
    }
    return (hub.now - start) / 1000
  }

  @Test("decides 1,000 rows, most of them within minutes")
  func thousand() throws {
    _ = try store.perform(.add(rows(1_000), to: "b1"))
    let info = ImportedFileInfo(name: "x", format: "list", rows: 1_000)
    _ = try store.perform(.start("b1", info, ImportMarket()))
    let start = hub.now
    hub.handle(.importsLoaded(try store.begun()))
    let most = try seconds(untilOpen: 150, from: start)
    let all = try seconds(untilOpen: 0, from: start)
    let requests = sources.map { "\($0.provider.id): \($0.requests.values.reduce(0, +))" }
    print("1,000 rows: 850 after \(most) s, all after \(all) s; requests: \(requests)")
    #expect(try stored?.counts == [.found: 858, .notFound: 142])
    #expect(most <= 300 && all <= 1_200)
  }
}
