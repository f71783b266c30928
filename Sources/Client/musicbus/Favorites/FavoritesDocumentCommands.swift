import BusProtocol
import ClientKit
import CommandKit

/// `musicbus favorites check` and `musicbus favorites compact`
enum FavoritesDocumentCommands {
  private static let links = Option(
    flag: "links",
    help: "List favourite albums and songs that a service no longer has."
  )

  static let check = Command<CommandAction>(
    "check",
    abstract: "Check the favourites file for errors, or the favourites for dead links.",
    discussion: """
      With --links, the hub asks the services of your sources for the favourites that it has not looked at for a \
      day, as long as half of each request budget is left; later runs continue. It also does so by itself, one \
      a minute at most, about once a month for each. What came back under another id is found by its name, and \
      added to the favourite if the evidence shows that it is the same.
      """,
    uses: [GlobalOptions.sources, GlobalOptions.format],
    options: [links],
    examples: [
      Example("favorites check", "Check the file."),
      Example("favorites check --links", "List what has gone, and where it still is."),
    ]
  ) { context, invocation in
    if invocation[links] { return try FavoritesLinks.run(context) }
    let check = try context.call(.favoritesCheck)
    let rows = check.items.map { "\($0.label)\t\($0.text.neutralized)" }
    try context.show([check], plain: rows) {
      for line in check.lines(of: check.document) { context.terminal.print(StyledText(line)) }
    }
    return check.isSound ? .ok : .failed
  }

  static let compact = Command<CommandAction>(
    "compact",
    abstract: "Compact the favourites file.",
    discussion: "The hub also does this automatically."
  ) { context, _ in
    try context.report(context.call(.favoritesCompact))
  }
}

extension FavoritesCheck.Suspicion {
  fileprivate var sentence: String {
    let text = "\(fav) \"\(name)\" may combine two favourites: \(reason)."
    guard ids.count == 2 else { return text }
    return text + " To separate them: musicbus different \(ids[0]) \(ids[1])"
  }
}

extension FavoritesCheck {
  /// The labelled values for scripts.
  fileprivate var items: [(label: String, text: String)] {
    var items: [(label: String, text: String)] = [
      ("File", document), ("Version", "\(version)"), ("Favourites", "\(favorites)"),
      ("Lines", "\(lines)"),
    ]
    for damage in damaged { items.append(("Corrupt", "line \(damage.line): \(damage.reason)")) }
    for name in incomplete { items.append(("Incomplete", "\(name)")) }
    for name in doubtful { items.append(("Doubtful", "\(name)")) }
    for one in suspicious ?? [] { items.append(("Suspicious", "\(one.fav): \(one.reason)")) }
    if let aside = movedAside {
      items.append(("Moved aside", "\(aside.lines.counted("line")): \(aside.path)"))
    }
    return items
  }

  fileprivate func lines(of path: String) -> [String] {
    let size = "\(favorites.counted("favourite")) in \(lines.counted("line"))"
    return ["\(path): \(size), format version \(version)"]
      + damaged.map { "Line \($0.line) is corrupt: \($0.reason)." }
      + incomplete.map { "\($0) is incomplete: the line with its entity is missing." }
      + doubtful.map { "\($0) does not match its snapshot." }
      + (suspicious ?? []).map(\.sentence)
      + (movedAside.map { ["\($0.lines.counted("line")) could not be used: see \($0.path)"] } ?? [])
      + (isSound && movedAside == nil ? ["No errors found."] : [])
  }
}
