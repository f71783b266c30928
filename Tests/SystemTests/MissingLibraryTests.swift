import Foundation
import TestKit
import Testing

extension WholeSystem {
  /// `musicbus` loads libzmq when it first talks to a hub, and not before.
  @Suite("Without libzmq", .timeLimit(.minutes(1)))
  struct MissingLibraryTests {
    private let folder: TemporaryFolder
    private let sandbox: Sandbox

    /// What is found first under the name of the library is none.
    init() throws {
      folder = try TemporaryFolder()
      try Data("no library".utf8).write(to: URL(filePath: "\(folder.path)/libzmq.so.5"))
      sandbox = try Sandbox(startsHub: false)
    }

    @Test("the help is shown all the same")
    func help() throws {
      let result = try sandbox.musicbus("--help", adding: ["LD_LIBRARY_PATH": folder.path])
      #expect(result.status == 0, "\(result)")
      #expect(result.output.contains("FINDING MUSIC"))
    }

    @Test("a question to the hub fails, and says what to install")
    func question() throws {
      try sandbox.startHub()
      let result = try sandbox.musicbus("providers", adding: ["LD_LIBRARY_PATH": folder.path])
      #expect(result.status != 0)
      #expect(result.errors.contains("libzmq cannot be loaded; install libzmq5"), "\(result)")
    }
  }
}
