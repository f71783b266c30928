import BusProtocol
import Foundation
import MusicModel
import TestKit
import Testing

@Suite("The programs in the documents of the protocol")
struct PrintedProgramsTests {
  private let blocks: [Substring]

  init() throws {
    let text = try ["provider", "client"].map { try PackageRoot.text("Protocol/\($0).md") }.joined()
    blocks = text.split(separator: "```", omittingEmptySubsequences: false)
  }

  @Test(
    "include a provider that follows the rules of the hub as it is printed",
    .enabled(if: Program.pythonHas("zmq"), "needs python3-zmq"),
    .timeLimit(.minutes(10))
  )
  func runs() throws {
    let directory = FileManager.default.temporaryDirectory.appending(
      path: "mb-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let provider = directory.appending(path: "shelf.py")
    try code("python").write(to: provider, atomically: true, encoding: .utf8)

    let result = try Program.python.run([
      PackageRoot.path("Tests/BusProtocolTests/Fixtures/play_hub.py"),
      directory.path(percentEncoded: false),
      Program.python.path,
      provider.path(percentEncoded: false),
    ])
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test("are a provider of at most 60 lines and a client of at most 30")
  func length() throws {
    let programs = blocks.filter { $0.hasPrefix("python\n") }
    let lengths = programs.map { $0.dropFirst("python\n".count).split(separator: "\n").count }
    #expect(lengths.count == 2)
    #expect(zip(lengths, [60, 30]).allSatisfy { $0 <= $1 }, "\(lengths)")
  }

  @Test("include a manifest that the hub can read")
  func manifest() throws {
    let manifest: Manifest = try JSONCodec.decode(from: Array(code("json").utf8))
    #expect(manifest.id.rawValue == "shelf")
    #expect(manifest.methods == [.searchArtists])
  }

  /// The first block of that language.
  private func code(_ language: String) throws -> String {
    let block = try #require(blocks.first { $0.hasPrefix("\(language)\n") })
    return String(block.dropFirst(language.count + 1))
  }
}
