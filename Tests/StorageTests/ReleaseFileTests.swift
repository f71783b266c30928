import Foundation
import HubCore
import TestKit
import Testing

@testable import Storage

@Suite("New releases on disk", .timeLimit(.minutes(10)))
struct ReleaseFileTests {
  let directory: TestDirectory
  var path: String { "\(directory.path)/data/releases.sqlite" }

  init() throws { directory = try TestDirectory() }

  private func job(_ artists: Range<Int>) -> ReleaseFile.Job {
    var changes = ReleaseChanges()
    changes.histories = artists.map { number in
      var history = ReleaseHistory(artist: "\(number)")
      history.titles = Set((0..<20).map { "album \($0) of artist \(number)" })
      return history
    }
    return ReleaseFile.Job(changes)
  }

  private func artists(_ events: [StorageEvent]) -> Set<String>? {
    for case .hub(.releasesLoaded(let histories, _)) in events {
      return Set(histories.map(\.artist))
    }
    return nil
  }

  @Test("persist when the file is reopened")
  func reopening() {
    var file = ReleaseFile(at: path)
    #expect(artists(file.open()) == [])
    #expect(file.run([job(0..<2)]).isEmpty)
    file.close()
    #expect(artists(file.open()) == ["0", "1"])
  }

  @Test("are moved aside if a part of the file is corrupt, and a new one is created")
  func corruptPages() throws {
    var file = ReleaseFile(at: path)
    _ = file.open()
    _ = file.run([job(0..<100)])
    file.close()
    try FileManager.default.overwritePagesAfterFirst(of: path)
    #expect(artists(file.open()) == [])
    #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
    #expect(file.run([job(7..<8)]).isEmpty)
    #expect(!file.needsRetry)
    file.close()
    #expect(artists(file.open()) == ["7"])
  }
}
