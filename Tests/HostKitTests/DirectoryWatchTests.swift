import Foundation
import HostKit
import TestKit
import Testing

@Suite("The watch of directories")
struct DirectoryWatchTests {
  @Test("notices changes in a directory, also in one that is created later")
  func changes() throws {
    let directory = try TestDirectory()
    let files = FileManager.default
    let path = "\(directory.path)/providers"
    let watch = DirectoryWatch()
    #expect(watch.watch([path]))
    #expect(!watch.hasChanged())
    try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(watch.hasChanged())
    #expect(watch.watch([path]))
    _ = watch.hasChanged()
    #expect(files.createFile(atPath: "\(path)/a.json", contents: nil))
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
    try files.removeItem(atPath: "\(path)/a.json")
    #expect(watch.hasChanged())
  }
}
