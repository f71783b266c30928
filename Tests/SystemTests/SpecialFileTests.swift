import Foundation
import HostKit
import TestKit
import Testing

extension WholeSystem {
  @Suite("Files that are not regular", .timeLimit(.minutes(10)))
  struct SpecialFileTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(startsHub: false) }

    /// Puts a named pipe without a writer in the place of a file.
    private func makePipe(_ name: String) throws -> String {
      let path = "\(sandbox.home.path)/\(name)"
      try FileManager.default.createDirectory(
        atPath: URL(filePath: path).deletingLastPathComponent().path,
        withIntermediateDirectories: true
      )
      #expect(mkfifo(path, 0o600) == 0)
      return path
    }

    private func isPipe(_ path: String) -> Bool {
      var status = stat()
      return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    @Test("are refused as favourites, verdicts and manifests; everything else works")
    func files() throws {
      let paths = try [
        "favorites/Favorites.jsonl", "data/verdicts.jsonl", "providers/x/provider.json",
      ]
      .map(makePipe)
      try sandbox.startHub()
      let listed = try sandbox.musicbus("favorites")
      #expect(listed.status == 1, "\(listed)")
      #expect(listed.errors.contains("It is a named pipe, not a regular file."), "\(listed)")
      #expect(try sandbox.musicbus("favorites", "add", "itunes:artist:487143").status == 1)
      #expect(try sandbox.musicbus("same", "itunes:artist:1", "itunes:artist:2").status == 1)
      let shown = try sandbox.musicbus("artist", "itunes:artist:487143", "--wait", "9s")
      #expect(shown.status == 0, "\(shown)")
      #expect(try sandbox.musicbus("providers").status == 0)
      for path in paths { #expect(isPipe(path)) }
    }

    @Test("are refused as configuration and as output")
    func clientFiles() throws {
      try sandbox.startHub()
      let output = try makePipe("out.csv")
      let exported = try sandbox.musicbus("favorites", "export", "-o", output)
      #expect(exported.status == 1 && exported.errors.contains("a named pipe"), "\(exported)")
      let configuration = try sandbox.paths.configurationFile
      try? FileManager.default.removeItem(atPath: configuration)
      #expect(mkfifo(configuration, 0o600) == 0)
      let checked = try sandbox.musicbus("config", "check")
      #expect(checked.status != 0 && checked.errors.contains("a named pipe"), "\(checked)")
      #expect(isPipe(output) && isPipe(configuration))
    }

    @Test(
      "such as a link to a device are never replaced, not even by root",
      .enabled(if: getuid() == 0, "needs root")
    )
    func device() throws {
      let directory = "\(sandbox.home.path)/favorites"
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      let device = "\(sandbox.home.path)/device"
      guard mknod(device, S_IFCHR | 0o666, makedev(1, 3)) == 0 else { return }
      #expect(symlink(device, "\(directory)/Favorites.jsonl") == 0)
      try sandbox.startHub()
      let listed = try sandbox.musicbus("favorites")
      #expect(listed.status == 1 && listed.errors.contains("a device"), "\(listed)")
      var status = stat()
      #expect(lstat(device, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["Favorites.jsonl"])
    }

    private func makedev(_ major: UInt, _ minor: UInt) -> dev_t { major << 8 | minor }
  }
}
