import BusProtocol
import ClientKit
import CommandKit

/// `musicbus favorites check` and `musicbus favorites compact`
enum FavoritesDocumentCommands {
  static let check = Command<CommandAction>(
    "check",
    abstract: "Read the whole file of the favourites, and tell what is wrong with it."
  ) { session, _ in
    guard let check = try session.ask(.checkFavorites).done.check else {
      throw ClientError.protocolBroken("Its check is missing.")
    }
    if session.settings.json {
      session.terminal.print(try JSONLine.text(check))
    } else {
      for line in check.lines(of: check.document) { session.terminal.print(StyledText(line)) }
    }
    return check.isSound ? .ok : .failed
  }

  static let compact = Command<CommandAction>(
    "compact",
    abstract: "Write the file of the favourites anew, as short as it can be.",
    discussion: "The hub does that by itself from time to time."
  ) { session, _ in
    try session.tell(about: session.ask(.compactFavorites))
  }
}

extension FavoritesCheck {
  fileprivate func lines(of path: String) -> [String] {
    let size = "\(favorites.counted("favourite")) in \(lines.counted("line"))"
    return ["\(path): \(size), format version \(version)"]
      + damaged.map { "Line \($0.line) cannot be used: \($0.reason)." }
      + incomplete.map { "\($0) cannot be shown: its own line is missing." }
      + doubtful.map { "\($0) says something else than its snapshot." }
      + (isSound ? ["All is well."] : [])
  }
}
