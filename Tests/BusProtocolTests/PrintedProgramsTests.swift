import BusProtocol
import Foundation
import MusicModel
import TestKit
import Testing

@Suite("The programs in the documents of the protocol")
struct PrintedProgramsTests {
  @Test(
    "include a provider that follows the rules of the hub as it is printed",
    .enabled(if: Program.pythonHas("zmq"), "needs python3-zmq"),
    .timeLimit(.minutes(10))
  )
  func runs() throws {
    let directory = try TestDirectory()
    try CoreExample.write(into: directory.path)
    let result = try Program.python.run([
      PackageRoot.path("Tests/BusProtocolTests/Fixtures/play_hub.py"), "\(directory.path)/",
      Program.python.path, "\(directory.path)/shelf.py",
    ])
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(
    "are a provider of at most 60 lines and a client of at most 30",
    arguments: [("provider", 60), ("client", 30)]
  )
  func length(_ document: String, _ limit: Int) throws {
    let text = try PackageRoot.text("Protocol/\(document).md")
    let programs = text.split(separator: "```").filter { $0.hasPrefix("python\n") }
    #expect(programs.count == 1)
    let lengths = programs.map { $0.dropFirst("python\n".count).split(separator: "\n").count }
    #expect(lengths.allSatisfy { $0 <= limit }, "\(lengths)")
  }

  @Test("include a manifest that the hub can read")
  func manifest() throws {
    let directory = try TestDirectory()
    try CoreExample.write(into: directory.path)
    let text = try String(contentsOfFile: "\(directory.path)/provider.json", encoding: .utf8)
    let manifest: Manifest = try JSONCodec.decode(from: Array(text.utf8))
    #expect(manifest.id.rawValue == "shelf")
    #expect(manifest.methods == [.artistsSearch])
  }
}
