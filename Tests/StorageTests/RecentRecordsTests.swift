import HostKit
import MusicModel
import Testing

@testable import Storage

@Suite("The records that the library stored last")
struct RecentRecordsTests {
  private let provider = ProviderID(rawValue: "a")
  private let other = ProviderID(rawValue: "b")

  private func artist(_ number: Int, _ name: String = "Gold") throws -> Entity {
    .artist(Artist(id: try #require(EntityID("a:artist:\(number)")), name: name))
  }

  @Test("are those of the same provider and contents, for ten minutes")
  func lifetime() throws {
    var recent = RecentRecords()
    let (provider, other) = (try #require(provider), try #require(other))
    recent.add(7, of: try artist(1), by: provider, atMs: 1_000)
    func row(_ entity: Entity, _ provider: ProviderID, _ nowMs: Int) -> Int? {
      recent.row(of: entity, by: provider, atMs: nowMs)
    }
    #expect(row(try artist(1), provider, 1_000) == 7)
    #expect(row(try artist(1), provider, 999 + RecentRecords.lifetimeMs) == 7)
    #expect(row(try artist(1), provider, 1_000 + RecentRecords.lifetimeMs) == nil)
    #expect(row(try artist(1), provider, 999) == nil)
    #expect(row(try artist(1), other, 1_000) == nil)
    #expect(row(try artist(2), provider, 1_000) == nil)
    #expect(row(try artist(1, "Silver"), provider, 1_000) == nil)
  }

  @Test("are bounded in number")
  func bound() throws {
    var recent = RecentRecords(maxCount: 3)
    let provider = try #require(provider)
    for number in 1...4 { recent.add(number, of: try artist(number), by: provider, atMs: 0) }
    let known = try (1...4).filter { recent.row(of: try artist($0), by: provider, atMs: 0) != nil }
    #expect(known == [4])
  }
}
