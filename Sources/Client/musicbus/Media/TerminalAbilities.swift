/// The protocols for pictures that a terminal understands, by its reply to ``TerminalQuery``.
struct TerminalAbilities: Hashable, Sendable {
  var kitty = false
  var sixel = false
  /// The protocol of iTerm2.
  var iterm = false

  init(reply: String) {
    kitty = reply.contains("\u{1B}_Gi=31;OK")
    sixel = TerminalAbilities.attributes(in: reply)?.contains("4") ?? false
    iterm = ["iTerm2", "WezTerm"].contains { reply.contains("\u{1B}P>|\($0)") }
  }

  /// The attributes of the terminal, `ESC [ ? 62 ; 4 c`; `nil` if the reply has none.
  static func attributes(in reply: String) -> [Substring]? {
    for part in reply.split(separator: "\u{1B}[?").dropFirst(reply.hasPrefix("\u{1B}[?") ? 0 : 1) {
      let numbers = part.prefix { $0.isNumber || $0 == ";" }
      if part[numbers.endIndex...].first == "c" { return numbers.split(separator: ";") }
    }
    return nil
  }
}
