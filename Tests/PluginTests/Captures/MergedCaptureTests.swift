import EntityResolution
import MusicModel
import Testing

@Suite("Captured records, merged", .enabled(if: Capture.isThere))
struct MergedCaptureTests {
  @Test(
    "an artist in several sources comes out once",
    arguments: [
      "Adele", "Coldplay", "Imagine Dragons", "Metallica", "Radiohead", "Soundgarden",
    ]
  )
  func once(name: String) async throws {
    let found = try await artists(named: name)
    #expect(found.count == 1)
    let ids = try #require(found.first).entity.ids
    #expect(Set(ids.map(\.namespace)).isSuperset(of: ["itunes", "audiodb"]))
  }

  @Test(
    "an artist in one source comes out once, however often it is credited",
    arguments: ["Jack Johnson", "Pink Floyd", "Michael Jackson", "Linkin Park", "Taylor Swift"]
  )
  func alone(name: String) async throws {
    #expect(try await artists(named: name).count == 1)
  }

  @Test("no two artists of one source become one")
  func neverGlued() async throws {
    for merged in Catalog.merge(try await CapturedRecords.all.value.artists) {
      for space in Set(merged.entity.ids.map(\.namespace)) {
        let ids = merged.entity.ids.filter { $0.namespace == space }
        #expect(ids.count == 1 || merged.entity.displayName == "Various Artists", "\(ids)")
      }
    }
  }

  @Test("songs that are one have one title and one artist but for their spelling")
  func songs() async throws {
    let merged = Catalog.merge(try await CapturedRecords.all.value.songs)
    let several = merged.filter { $0.records.count > 1 }
    #expect(!several.isEmpty)
    for song in several {
      for (one, other) in zip(song.records, song.records.dropFirst()) {
        #expect(Catalog.compare(one, other).verdict != .different, "\(one.entity) \(other.entity)")
      }
    }
  }

  @Test("any order, any grouping and any repetition give the same")
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

  @Test("comparing is the same both ways")
  func symmetry() async throws {
    let all = try await CapturedRecords.all.value
    for records in [all.artists, all.albums, all.songs] {
      for (one, other) in zip(records, records.dropFirst()) {
        let (there, back) = (Catalog.compare(one, other), Catalog.compare(other, one))
        #expect(there.points == back.points && there.verdict == back.verdict)
      }
    }
  }

  private func artists(named name: String) async throws -> [MergedEntity] {
    let all = try await CapturedRecords.all.value.artists
    return Catalog.merge(all).filter { $0.entity.displayName == name }
  }
}
