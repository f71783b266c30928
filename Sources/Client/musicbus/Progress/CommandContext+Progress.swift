import BusProtocol
import ClientKit
import MusicModel

extension CommandContext {
  /// Makes a call and shows on a terminal which sources have replied so far.
  func callWithProgress(_ call: Call<Reply>) throws -> Reply {
    guard terminal.showsProgress, environment["TERM"] != "dumb" else { return try reply(to: call) }
    let providers = try self.call(.providers)
    let wanted = settings.providers.isEmpty ? nil : settings.providers
    var sources = SourceProgress(call.method, providers, wanted: wanted)
    let line = ProgressLine(terminal)
    defer { line.clear() }
    return try reply(to: call.with { $0.stream = true }) { progress in
      switch progress {
      case .part(let part): sources.take(part)
      case .waiting(let elapsedMs) where elapsedMs >= ProgressLine.delayMs:
        line.show(sources.line(elapsedMs: elapsedMs))
      case .waiting: break
      }
    }
  }
}
