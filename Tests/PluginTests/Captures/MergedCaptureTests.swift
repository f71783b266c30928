import BusProtocol
import EntityResolution
import MusicModel
import Testing

@Suite("Captured records, merged", .enabled(if: Capture.exist, Capture.missing))
struct MergedCaptureTests {
  @Test("an artist of several sources is merged into one", arguments: ["Coldplay", "Radiohead"])
  func once(name: String) async throws {
    let found = try await artists(named: name)
    #expect(found.count == 1)
    let ids = try #require(found.first).entity.ids
    let namespaces = Set(ids.map(\.namespace))
    #expect(namespaces.contains("audiodb") && namespaces.count > 1, "\(namespaces)")
  }

  @Test(
    "an artist of one source stays one, however often it is referenced",
    arguments: [
      "Adele", "Imagine Dragons", "Jack Johnson", "Linkin Park", "Metallica", "Michael Jackson",
      "Pink Floyd", "Soundgarden", "Taylor Swift",
    ]
  )
  func alone(name: String) async throws {
    #expect(try await artists(named: name).count == 1)
  }

  @Test("two artists of one source stay two")
  func neverGlued() async throws {
    for merged in Catalog.merge(try await CapturedRecords.all.value.artists) {
      for space in Set(merged.entity.ids.map(\.namespace)) {
        let ids = merged.entity.ids.filter { $0.namespace == space }
        #expect(ids.count == 1 || merged.entity.displayName == "Various Artists", "\(ids)")
      }
    }
  }

  @Test("merged songs have the same title and artist, except for spelling")
  func songs() async throws {
    let merged = Catalog.merge(try await CapturedRecords.all.value.songs)
    let several = merged.filter { $0.records.count > 1 }
    #expect(!several.isEmpty)
    for song in several {
      for (one, other) in zip(song.records, song.records.dropFirst()) {
        #expect(Catalog.compare(one, other).decision != .different, "\(one.entity) \(other.entity)")
      }
    }
  }

  @Test("order, grouping and repetition do not change the result")
  func order() async throws {
    let all = try await CapturedRecords.all.value
    for records in [all.artists, all.albums, all.songs] {
      let merged = Catalog.merge(records)
      #expect(Catalog.merge(records.reversed() + records.prefix(20)) == merged)
      let half = records.count / 2
      let parts = Catalog.merge(Array(records[half...])) + Catalog.merge(Array(records[..<half]))
      #expect(Catalog.merge(parts.flatMap(\.records)) == merged)
    }
  }

  @Test("comparison is symmetric")
  func symmetry() async throws {
    let all = try await CapturedRecords.all.value
    for records in [all.artists, all.albums, all.songs] {
      for (one, other) in zip(records, records.dropFirst()) {
        let (there, back) = (Catalog.compare(one, other), Catalog.compare(other, one))
        #expect(there.points == back.points && there.decision == back.decision)
      }
    }
  }

  private func artists(named name: String) async throws -> [MergedEntity] {
    let all = try await CapturedRecords.all.value.artists
    return Catalog.merge(all).filter { $0.entity.displayName == name }
  }
}
