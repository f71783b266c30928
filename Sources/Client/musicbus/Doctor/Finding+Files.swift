import BusProtocol
import HostKit
import MusicModel

/// The rules about the user's files.
extension Finding {
  static func configuration(
    _ file: ConfigurationFile,
    _ warnings: [ConfigurationWarning]
  ) -> [Finding] {
    guard !warnings.isEmpty else { return [ok("configuration", "No mistakes in \(file.path).")] }
    return warnings.map { warning in
      let provider = warning.path.names.dropFirst().first ?? ""
      let fix =
        file[warning.path] == nil
        ? "musicbus provider setup \(provider)"
        : "musicbus config unset \("\(warning.path)".quotedForShell)"
      return Finding("configuration", .problem, "\(warning)", fix: fix)
    }
  }

  static func favorites(_ check: FavoritesCheck) -> Finding {
    let count =
      check.damaged.count + check.incomplete.count + check.doubtful.count
      + (check.suspicious?.count ?? 0)
    guard count == 0 else {
      let text = "\(count.counted("error")) in \(check.document)."
      return Finding("favourites", .problem, text, fix: "musicbus favorites check")
    }
    if let aside = check.movedAside {
      let text =
        "\(aside.lines.counted("line")) could not be used and \(verb(aside.lines)) moved to"
      return Finding(
        "favourites",
        .note,
        "\(text) \(aside.path).",
        fix: "less \(aside.path.quotedForShell)"
      )
    }
    let number = check.favorites.counted("favourite").capitalizedFirst
    return ok("favourites", "\(number) in \(check.document).")
  }

  private static func verb(_ count: Int) -> String { count == 1 ? "was" : "were" }

  /// The files beside the favourites that another program has made, or has made the hub keep.
  static func copies(ofFavorites document: FileName, among names: [String]) -> [Finding] {
    names.sorted().compactMap { name in
      let path = "\(document.directory)/\(name)".quotedForShell
      if document.isConflictCopy(name) {
        let text = "\(name) has changes of another computer that were not merged."
        let whole = document.path.quotedForShell
        return Finding("favourites", .problem, text, fix: "cat \(path) >> \(whole) && rm \(path)")
      }
      guard document.isOtherVersion(name) else { return nil }
      let text = "Another program changed the file; the hub merged this, and kept \(name)."
      return Finding("favourites", .note, text, fix: "rm \(path)")
    }
  }

  /// Copies of the configuration that a synchronizer has made, which nobody reads.
  static func copies(ofConfiguration file: FileName, among names: [String]) -> [Finding] {
    names.sorted().filter(file.isConflictCopy).map { name in
      let path = "\(file.directory)/\(name)".quotedForShell
      return Finding(
        "configuration",
        .problem,
        "\(name) is the version of another computer. Copy what you need from it, and remove it.",
        fix: "diff -u \(file.path.quotedForShell) \(path)"
      )
    }
  }
}

/// The path of a file, and the names that synchronizers and the hub give to versions of it.
struct FileName: Hashable {
  let path: String
  let directory: String
  private let stem: Substring
  private let suffix: Substring

  init(_ path: String) {
    self.path = path
    directory = parentDirectory(of: path)
    let name = path.split(separator: "/").last ?? ""
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    (stem, suffix) = (name[..<dot], name[dot...])
  }

  /// Whether a synchronizer has made it of a version that it could not merge: Syncthing
  /// (`NAME.sync-conflict-…`), Dropbox, Nextcloud and Seafile (`NAME (… conflicted copy …)`), ownCloud
  /// (`NAME_conflict-…`).
  func isConflictCopy(_ name: String) -> Bool {
    guard let word = word(in: name)?.lowercased() else { return false }
    return ["sync-conflict-", "conflict"].contains(where: word.dropFirst().hasPrefix)
      || word.hasPrefix(" (") && word.contains("conflict")
  }

  /// Whether the hub has made it of a version that another program wrote.
  func isOtherVersion(_ name: String) -> Bool { word(in: name)?.hasPrefix(".other-") == true }

  /// What a name has between the stem and the suffix of this file.
  private func word(in name: String) -> Substring? {
    guard name.count > stem.count + suffix.count, name.hasPrefix(stem), name.hasSuffix(suffix)
    else { return nil }
    return name.dropFirst(stem.count).dropLast(suffix.count)
  }
}
