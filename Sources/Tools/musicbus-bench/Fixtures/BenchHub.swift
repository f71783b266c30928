import BusProtocol
import FoundationEssentials
import HostKit
import MusicModel

/// A separate hub with stub providers only.
final class BenchHub {
  let home: BenchHome
  let environment: Environment
  let endpoint: String
  /// The start time of its process, on the ``Stopwatch``.
  let started: Double
  private let launch: Launch
  private var child: ChildProcess

  var pid: Int32 { child.pid }

  static func providerName(_ number: Int) -> String { "model-\(number)" }

  init(providers: Int, _ arguments: [String] = []) throws {
    home = try BenchHome()
    try home.makeDirectory("providers")
    let model = try ExecutableSearch.thisExecutable()
    for name in (0..<providers).map(BenchHub.providerName) {
      guard let id = ProviderID(rawValue: name) else { continue }
      var manifest = Manifest(
        id: id,
        executable: model,
        methods: [.searchAlbums, .artistAlbums]
      )
      manifest.arguments = ["provider", name]
      try home.write(BusCodec.encode(manifest), to: "providers/\(name).json")
    }
    var environment = Environment.current.allowing(["PATH", "LANG", "TZ", "LD_*"])
    environment["MUSICBUS_HOME"] = home.path
    self.environment = environment
    endpoint = try HubPaths(environment: environment).clientsEndpoint()
    // A copy, because the hub also looks for providers beside its own executable.
    try FileManager.default.copyItem(
      atPath: Programs.path("musicbus-hub"),
      toPath: "\(home.path)/musicbus-hub"
    )
    var launch = Launch(
      "\(home.path)/musicbus-hub",
      ["--lease"] + arguments,
      environment: environment
    )
    launch.input = .lifeline
    launch.output = .file("\(home.path)/hub.log")
    launch.errors = .file("\(home.path)/hub.log")
    started = Stopwatch.nowMicroseconds
    self.launch = launch
    child = try ChildProcess(launch)
  }

  /// Its termination, if it has ended.
  var hasEnded: ChildProcess.Termination? { child.reap() }

  /// Sends it a signal and waits for its end.
  func end(_ signal: Int32) -> ChildProcess.Termination? {
    child.signal(signal)
    return child.waitForExit(.after(.seconds(20)))
  }

  /// Starts one at the same place.
  func startAgain() throws { child = try ChildProcess(launch) }

  deinit { _ = child.stop(timeout: .seconds(10)) }
}

/// The programs that are measured: those beside this one.
enum Programs {
  static func path(_ name: String) throws -> String {
    let path = parentDirectory(of: try ExecutableSearch.thisExecutable()) + "/" + name
    guard let found = ExecutableSearch.find(path) else {
      throw Missing("\(name) is not built: swift build -c release")
    }
    return found
  }
}
