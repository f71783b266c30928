/// The ways to show pictures in a terminal.
enum PictureProtocol: String, CaseIterable, Sendable {
  /// The best one that the terminal understands.
  case auto
  case kitty
  case iterm
  case sixel
  /// Coloured characters, in every terminal.
  case symbols
  /// The URL instead of a picture.
  case none

  /// A step that shows a picture.
  enum Plan: Hashable, Sendable {
    /// The file itself, by the protocol of kitty.
    case kittyFile
    /// The file itself, by the protocol of iTerm2.
    case itermFile
    /// `chafa` with the name of a format.
    case chafa(String)
  }

  /// The protocol to use if the user has not chosen one.
  static func best(for abilities: TerminalAbilities) -> PictureProtocol {
    if abilities.kitty { return .kitty }
    if abilities.iterm { return .iterm }
    return abilities.sixel ? .sixel : .symbols
  }

  /// The step for a picture of this media type; `nil` to show none.
  func plan(forType type: String) -> Plan? {
    switch self {
    // Kitty reads PNG only.
    case .kitty: type.hasPrefix("image/png") ? .kittyFile : .chafa("kitty")
    case .iterm: .itermFile
    case .sixel: .chafa("sixels")
    case .symbols: .chafa("symbols")
    case .auto, .none: nil
    }
  }
}
