import BusProtocol
import ClientKit
import MusicModel

extension CommandContext {
  /// Asks, and shows somebody who watches which sources have answered and which have not.
  func askWatched(_ method: Method, _ parameters: CallParameters) throws -> Reply {
    guard terminal.isWatched, environment["TERM"] != "dumb" else {
      return try ask(method, parameters)
    }
    let providers = try ask(.listProviders).done.providers ?? []
    let wanted = settings.providers.isEmpty ? nil : settings.providers
    var sources = SourceProgress(method, providers, wanted: wanted)
    let line = ProgressLine(terminal)
    defer { line.clear() }
    var parameters = parameters
    parameters.stream = true
    return try ask(method, parameters) { progress in
      switch progress {
      case .part(let part): sources.take(part)
      case .waiting(let elapsedMs) where elapsedMs >= ProgressLine.delayMs:
        line.show(sources.line(elapsedMs: elapsedMs))
      case .waiting: break
      }
    }
  }
}
