@testable import Files
import Foundation
import Glibc
import MusicModel
import TestKit

/// A folder with music files that a test makes, and an index of it.
final class MusicTree {
  let directory: TestDirectory
  let index: FileIndex
  let scanner: Files.Scanner
  var root: String { directory.path + "/Music" }

  init() throws {
    directory = try TestDirectory()
    index = try FileIndex(in: directory.path + "/state")
    scanner = Files.Scanner(index, roots: [directory.path + "/Music"])
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  func path(_ path: String) -> String { "\(root)/\(path)" }

  /// Writes a file with tags such as `TITLE=Blue`; its contents are those of the seed, or else of the path.
  func write(_ path: String, _ tags: String..., picture: [UInt8]? = nil, seed: String? = nil) throws
  {
    let pairs = tags.map { tag -> (String, String) in
      let parts = tag.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), String(parts[1]))
    }
    try write(path, SilentMusic(pairs, picture: picture, seed: seed ?? path).bytes)
  }

  func write(_ path: String, _ bytes: [UInt8]) throws {
    let url = URL(filePath: self.path(path))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(bytes).write(to: url)
  }

  func move(_ path: String, to other: String) throws {
    let url = URL(filePath: self.path(other))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try FileManager.default.moveItem(
      atPath: self.path(path),
      toPath: url.path(percentEncoded: false)
    )
  }

  func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: self.path(path)) }

  func scan() throws { try scanner.run() }

  func songs(_ text: String) throws -> [Song] {
    try index.use { tables in try tables.songs(named: [text], isComplete: false, PageBounds()).items
    }
  }

  func albums(_ text: String) throws -> [Album] {
    try index.use { tables in
      try tables.albums(named: [text], isComplete: false, PageBounds()).items
    }
  }

  func artists(_ text: String) throws -> [Artist] {
    try index.use { tables in
      try tables.artists(named: [text], isComplete: false, PageBounds()).items
    }
  }

  func songs(of album: Album) throws -> [Song] {
    let uid = album.ids.first { $0.namespace == "files" }?.value ?? ""
    return try index.use { tables in try tables.songs(ofAlbum: uid, PageBounds()).items }
  }
}

extension MusicEntity {
  /// Its id of the files.
  var own: EntityID? { ids.first { $0.namespace == "files" } }
}
