import BusProtocol
import CommandKit
import MusicModel

extension CommandContext {
  /// Prints a value as JSON with the members that `--json` names, or in the form of `--template`.
  func printJSON(_ value: some Encodable) throws {
    guard settings.template != nil || !settings.members.isEmpty else {
      return terminal.print(try JSONLine.text(value))
    }
    let whole = try JSONCodec.decode(JSONValue.self, from: JSONCodec.encode(value))
    if let template = settings.template { return terminal.print(template.text(of: whole)) }
    let members = settings.members.map { ($0, whole[$0] ?? .null) }
    terminal.print(try JSONLine.text(JSONValue.object(Dictionary(members) { $1 })))
  }
}
