import BusProtocol
import Foundation
import HostKit
import MusicModel
@testable import ProviderKit
import TestKit

@testable import musicbus_provider_lines

/// A provider whose program is a few lines of Python.
struct Fixture {
  /// The directory of the program.
  let home: String
  private let directory: TestDirectory
  /// A variable of all processes of the program.
  private let mark: String
  /// The directory in which the program may write.
  let state: String
  let descriptor: Descriptor
  let missingConfiguration: String?
  /// How the program is started.
  let command: LineProgram.Command
  let transport: RecordedTransport
  private let call: StandaloneCall

  /// The beginning of each program: `say` writes a line.
  private static let start = """
    import json, os, sys
    def say(**line):
        print(json.dumps(line), flush=True)
    lines = map(json.loads, sys.stdin)
    first = next(lines)
    token = os.urandom(8).hex()

    """

  /// `program` follows the definition of `say`, `lines` (all but the first) and `first`. `variables` are those of
  /// the process, with the directory of the fixture for "FIXTURE"; `prepare` gets the directory of the program.
  init(
    _ program: String,
    _ responses: [String: HTTPResponse] = [:],
    configuration: JSONValue = [:],
    as instance: ProviderID? = nil,
    in name: String = "shelf",
    environment: [String: String] = [:],
    firstLine: String = "#!/usr/bin/env python3",
    variables: [String: String] = [:],
    isStateMarked: Bool = true,
    bubblewrap: String = "/usr/bin/bwrap",
    idleTime: Duration = .seconds(300),
    limits: ProgramSandbox.Limits = ProgramSandbox.Limits(),
    _ change: (inout [String: JSONValue]) -> Void = { _ in },
    prepare: (String) throws -> Void = { _ in }
  ) throws {
    // As in the program: one that has ended is an error of the write.
    signal(SIGPIPE, SIG_IGN)
    directory = try TestDirectory()
    home = "\(directory.path)/\(name)"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    let path = "\(home)/provider.py"
    try prepare(home)
    try "\(firstLine)\n\(Fixture.start)\(program)".write(
      toFile: path,
      atomically: true,
      encoding: .utf8
    )
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    var manifest: [String: JSONValue] = [
      "id": "shelf", "name": "Shelf", "version": "1.0.0", "executable": "./provider.py", "lines": 1,
      "methods": ["artists.search", "album.songs", "artwork.get"], "namespaces": ["shelf:artist"],
      "upstreams": [["url": "https://api.example.org", "requests": 60, "perMs": 60_000]],
      "hosts": ["img.example.org"], "attribution": ["text": "From a shelf."], "samples": [],
    ]
    change(&manifest)
    let manifestPath = "\(home)/provider.json"
    let bytes = try JSONCodec.encode(JSONValue.object(manifest))
    try Data(bytes).write(to: URL(filePath: manifestPath))
    state = "\(directory.path)/state"
    try HubPaths.makeDirectory(state)
    if isStateMarked { try StateDirectory.make(at: state) }
    mark = UUID().uuidString
    let own = [
      "MUSICBUS_STATE_DIRECTORY": state, "MUSICBUS_SPAWN": mark, "HOME": "\(directory.path)/ann",
    ]
    let provider = try LineProvider(
      .read(manifestPath),
      at: manifestPath,
      as: instance,
      ProviderConfiguration(section: configuration, environment: environment),
      Environment.current.allowing(["PATH"]).merging(own) { $1 }
        .merging(
          variables.mapValues { [directory] in $0.replacing("FIXTURE", with: directory.path) }
        ) { $1 },
      idleTime: idleTime,
      limits: limits,
      bubblewrap: bubblewrap
    )
    descriptor = try provider.resolvedDescriptor()
    missingConfiguration = provider.missingConfiguration
    command = provider.command
    transport = RecordedTransport(responses)
    call = try StandaloneCall(provider, transport: transport)
  }

  /// The processes of the program, with those of its sandbox.
  var processes: [Int32] { TestKit.processes(withVariable: "MUSICBUS_SPAWN=\(mark)") }

  func search(_ text: String = "nina", timeout: Duration = .seconds(60)) async
    -> StandaloneCall.Outcome
  {
    await run(.artistsSearch, timeout: timeout) { $0.text = text }
  }

  func run(
    _ method: BusProtocol.Method,
    timeout: Duration = .seconds(60),
    _ change: (inout CallParameters) -> Void
  ) async -> StandaloneCall.Outcome {
    var parameters = CallParameters()
    change(&parameters)
    return await call.run(method, parameters, timeout: timeout)
  }
}

extension HTTPResponse {
  init(_ text: String) { self.init(body: Array(text.utf8)) }
}
