import BusProtocol
import ClientKit
import MusicModel

extension CommandContext {
  /// Makes a call and shows on a terminal which sources have replied so far.
  func callWithProgress(_ method: Method, _ parameters: CallParameters) throws -> Reply {
    guard terminal.showsProgress, environment["TERM"] != "dumb" else {
      return try call(method, parameters)
    }
    let providers = try call(.listProviders).done.providers ?? []
    let wanted = settings.providers.isEmpty ? nil : settings.providers
    var sources = SourceProgress(method, providers, wanted: wanted)
    let line = ProgressLine(terminal)
    defer { line.clear() }
    var parameters = parameters
    parameters.stream = true
    return try call(method, parameters) { progress in
      switch progress {
      case .part(let part): sources.take(part)
      case .waiting(let elapsedMs) where elapsedMs >= ProgressLine.delayMs:
        line.show(sources.line(elapsedMs: elapsedMs))
      case .waiting: break
      }
    }
  }
}
