import BusProtocol
import ClientKit
import FoundationEssentials
import Glibc
import HostKit

/// A hub with all bundled providers, which query the sample sources over real HTTP.
final class BenchHub {
  let environment: Environment
  let endpoint: String
  /// The base URL of the sample sources.
  let sources: String
  private let demo: DemoEnvironment
  /// The hub, if it was started again.
  private var successor: ChildProcess?

  init() throws {
    demo = try DemoEnvironment(environment: .current)
    (environment, sources) = (demo.environment, demo.url)
    endpoint = try HubPaths(environment: environment).clientsEndpoint()
  }

  var figures: ProcessFigures { ProcessFigures(pid: (successor ?? demo.hub).pid) }

  /// Ends the hub, does something to its files, and starts it again.
  func restart(after change: () throws -> Void) throws {
    guard (successor ?? demo.hub).stop(timeout: .seconds(20)) != nil else {
      throw Missing("the end of the hub")
    }
    try change()
    var launch = Launch(try Programs.path("musicbus-hub"), ["--lease"], environment: environment)
    launch.input = .lifeline
    (launch.output, launch.errors) = (.null, .null)
    successor = try ChildProcess(launch)
  }

  deinit {
    _ = successor?.stop(timeout: .seconds(10))
    demo.stop()
  }
}

/// The programs that are measured: those beside this one.
enum Programs {
  static func path(_ name: String) throws -> String {
    guard let path = ExecutableSearch.findBesideThis(name, environment: [:]) else {
      throw Missing("\(name) is not built: swift build -c release")
    }
    return path
  }

  /// Runs `musicbus` to its end, and returns its time in milliseconds.
  @discardableResult
  static func musicbus(_ arguments: [String], _ environment: Environment) throws -> Double {
    var launch = Launch(try path("musicbus"), arguments, environment: environment)
    (launch.output, launch.errors) = (.null, .null)
    var ending: ChildProcess.Termination?
    let time = try Stopwatch.microseconds {
      ending = try ChildProcess(launch).waitForExit(.after(.seconds(120)))
    }
    guard ending == .exited(0) else {
      let how = ending.map { "\($0)" } ?? "no end"
      throw Missing("musicbus \(arguments.joined(separator: " ")): \(how)")
    }
    return time / 1_000
  }
}
