import Foundation
import HostKit
import TestKit
import Testing

@testable import musicbus

@Suite("A media file")
struct MediaFileTests {
  @Test("has an extension by its type")
  func endings() {
    #expect(MediaFile.fileExtension(for: "image/jpeg") == ".jpg")
    #expect(MediaFile.fileExtension(for: "Audio/X-M4A; codecs=mp4a") == ".m4a")
    #expect(MediaFile.fileExtension(for: "application/x-unknown") == "")
  }

  @Test("is standard output if its name is -")
  func standardOutput() {
    #expect(MediaFile("-") == .standardOutput)
    #expect(MediaFile("./-") == .path("./-"))
  }

  @Test("is created with the permissions of the umask and replaced atomically")
  func written() throws {
    let directory = try TestDirectory()
    let path = "\(directory.path)/cover.png"
    try MediaFile.write([1, 2, 3], to: path)
    try MediaFile.write([4], to: path)
    #expect([UInt8](try Data(contentsOf: URL(filePath: path))) == [4])
    let mask = umask(0)
    umask(mask)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o666 & ~mask)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["cover.png"])
  }

  @Test("that is a link is followed, not replaced")
  func link() throws {
    let directory = try TestDirectory()
    let (path, target) = ("\(directory.path)/link", "\(directory.path)/target")
    try MediaFile.write([1], to: target)
    #expect(symlink(target, path) == 0)
    try MediaFile.write([2], to: path)
    #expect([UInt8](try Data(contentsOf: URL(filePath: target))) == [2])
    var status = stat()
    #expect(lstat(path, &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test("that cannot be created is reported by its own name")
  func unwritable() throws {
    let error = try #require(throws: SystemError.self) {
      try MediaFile.write([1], to: "/nonexistent/cover.png")
    }
    #expect(error.message == "Could not write /nonexistent/cover.png.")
  }
}
