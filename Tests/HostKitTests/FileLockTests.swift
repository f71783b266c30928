import Foundation
import HostKit
import TestKit
import Testing

@Suite("A lock on a file", .timeLimit(.minutes(1)))
struct FileLockTests {
  @Test("has one holder, and is free when that is done with it")
  func holder() throws {
    let directory = try TestDirectory()
    let path = "\(directory.path)/a.lock"
    var first = try FileLock(at: path)
    #expect(first != nil)
    #expect(try FileLock(at: path) == nil)
    first = nil
    #expect(try FileLock(at: path) != nil)
  }

  @Test("cannot be taken where no file can be made")
  func unusable() throws {
    let directory = try TestDirectory()
    #expect(throws: SystemError.self) { try FileLock(at: "\(directory.path)/none/a.lock") }
  }
}
