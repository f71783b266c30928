import Foundation
import Glibc
import HostKit
import TestKit
import Testing

@Suite("A state directory")
struct StateDirectoryTests {
  private let directory: TestDirectory
  private var path: String { "\(directory.path)/state" }

  init() throws {
    directory = try TestDirectory()
    try StateDirectory.make(at: path)
  }

  /// Makes directories in one another, the names of which make a path too long for the system.
  private func makeLevels(_ count: Int) {
    var parent = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for _ in 0..<count {
      let name = String(repeating: "x", count: 200)
      mkdirat(parent, name, 0o700)
      let child = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      close(parent)
      parent = child
    }
    close(parent)
  }

  @Test(
    "is counted down to a depth, and emptied at any",
    arguments: [
      (1, false), (StateDirectory.maxDepth, false), (StateDirectory.maxDepth + 1, true),
      (200, true),
    ]
  )
  func depth(_ levels: Int, _ isPartial: Bool) throws {
    makeLevels(levels)
    let usage = StateDirectory.usage(of: path)
    #expect(usage.isPartial == isPartial)
    #expect(usage.files == min(levels, StateDirectory.maxDepth + 1) + 1)
    StateDirectory.empty(
      path,
      if: try #require(FileIdentity(at: path)),
      until: .after(.seconds(60))
    )
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [StateDirectory.marker])
  }

  @Test("is marked again if a program has put a directory in the place of the mark")
  func replacedMark() throws {
    let mark = "\(path)/\(StateDirectory.marker)"
    try FileManager.default.removeItem(atPath: mark)
    try FileManager.default.createDirectory(
      atPath: mark + "/" + String(repeating: "deep/", count: 60),
      withIntermediateDirectories: true
    )
    try StateDirectory.make(at: path)
    #expect(StateDirectory.isMarked(path))
  }

  @Test("is counted with names that are no text, and not beyond the limit of files")
  func names() {
    for byte in 0x80..<0x90 {
      mkdir(Array(path.utf8CString.dropLast()) + [47, CChar(truncatingIfNeeded: byte), 0], 0o700)
    }
    #expect(StateDirectory.usage(of: path).files == 17)
    #expect(StateDirectory.usage(of: path, maxFiles: 9).files == 10)
  }

  @Test("is not emptied if it is another one than is meant")
  func other() throws {
    let identity = try #require(FileIdentity(at: path))
    try FileManager.default.moveItem(atPath: path, toPath: path + "2")
    try StateDirectory.make(at: path)
    try Data().write(to: URL(filePath: "\(path)/precious"))
    StateDirectory.empty(path, if: identity, until: .after(.seconds(60)))
    #expect(FileManager.default.fileExists(atPath: "\(path)/precious"))
  }
}
