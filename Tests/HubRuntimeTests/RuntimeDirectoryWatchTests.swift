import Foundation
import HostKit
import TestKit
import Testing

@testable import HubRuntime

@Suite("The watch of the hub's directory")
struct RuntimeDirectoryWatchTests {
  @Test("notices that the directory was replaced, even if it has a lock again")
  func replaced() throws {
    let directory = try TestDirectory()
    let files = FileManager.default
    let run = "\(directory.path)/run"
    let lock = "\(run)/hub.lock"
    try files.createDirectory(atPath: run, withIntermediateDirectories: true)
    #expect(files.createFile(atPath: lock, contents: nil))
    let watch = RuntimeDirectoryWatch(lock: lock)
    #expect(watch.isCurrent)
    try files.moveItem(atPath: run, toPath: "\(directory.path)/old")
    #expect(!watch.isCurrent)
    try files.createDirectory(atPath: run, withIntermediateDirectories: true)
    #expect(files.createFile(atPath: lock, contents: nil))
    #expect(!watch.isCurrent)
    try files.removeItem(atPath: run)
    try files.moveItem(atPath: "\(directory.path)/old", toPath: run)
    #expect(watch.isCurrent)
  }
}
