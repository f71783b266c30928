import Foundation
import TestKit
import Testing

@testable import HostKit

@Suite("Trust in files")
struct FileTrustTests {
  private let directory: TestDirectory
  private let file: String

  init() throws {
    directory = try TestDirectory()
    file = "\(directory.path)/a/provider"
    try FileManager.default.createDirectory(
      atPath: "\(directory.path)/a",
      withIntermediateDirectories: true
    )
    try Data().write(to: URL(filePath: file))
    for path in [file, "\(directory.path)/a"] { chmod(path, 0o755) }
  }

  @Test("includes files that only their owner can modify, also in a directory such as /tmp")
  func safe() throws {
    try OwnershipCheck.check(file)
  }

  @Test("includes files that the user's own group can modify, as with the umask 002")
  func ownGroup() throws {
    let isPrivate = PrivateGroup.isPrivate(getgid(), of: getuid())
    for path in [file, "\(directory.path)/a"] { chmod(path, 0o775) }
    guard isPrivate else {
      #expect(throws: OwnershipError.self) { try OwnershipCheck.check(file) }
      return
    }
    try OwnershipCheck.check(file)
    #expect(!PrivateGroup.isPrivate(4711, of: getuid()))
    #expect(!PrivateGroup.isPrivate(getgid(), of: 4711))
  }

  @Test("excludes files that a group of others can modify", .enabled(if: getuid() == 0))
  func otherGroup() throws {
    chown(file, 0, 4711)
    chmod(file, 0o775)
    let error = #expect(throws: OwnershipError.self) { try OwnershipCheck.check(file) }
    #expect(error?.message == "\(file) is writable by other users (mode 775).")
  }

  @Test("excludes files that others can modify, also through a parent directory")
  func open() throws {
    for (path, mode) in [(file, mode_t(0o757)), ("\(directory.path)/a", 0o777)] {
      chmod(path, mode)
      let error = #expect(throws: OwnershipError.self) { try OwnershipCheck.check(file) }
      #expect(error == .accessibleToOthers(path, mode: mode))
      #expect(error?.hint == "Fix it: chmod go-w \(path)")
      chmod(path, 0o755)
    }
  }

  @Test("applies to the target of a link")
  func links() throws {
    chmod(file, 0o777)
    let link = "\(directory.path)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    #expect(throws: OwnershipError.accessibleToOthers(file, mode: 0o777)) {
      try OwnershipCheck.check(link)
    }
  }

  @Test("excludes files of other users", .enabled(if: getuid() == 0))
  func foreign() throws {
    chown(file, 4711, 4711)
    let error = #expect(throws: OwnershipError.self) { try OwnershipCheck.check(file) }
    #expect(error?.message == "\(file) belongs to user 4711, and this is user 0.")
    #expect(error?.hint.hasSuffix("let it belong to you: chown 0 \(file)") == true)
    // Who it belongs to may trust it, and what belongs to root.
    try OwnershipCheck.check(file, user: 4711)
  }

  @Test("is in what can be opened without links, which others could change")
  func resolved() throws {
    let link = "\(directory.path)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a/provider")
    #expect(try OwnershipCheck.check(link) == file)
  }

  @Test("excludes missing files")
  func missing() {
    #expect(throws: OwnershipError.self) { try OwnershipCheck.check("\(directory.path)/none") }
  }
}
