internal import FavoritesModel
internal import HostKit

/// The document's path, and the names of the files that lie beside it.
struct DocumentPaths: Hashable, Sendable {
  let path: String

  var directory: String { parentDirectory(of: path) }

  private var name: String { String(path.split(separator: "/").last ?? "") }

  /// Held by the hub that uses the document.
  var lock: String { "\(directory)/.\(name).lock" }

  /// The next version while it is written.
  var temporary: String { "\(directory)/.\(name).new" }

  /// Lines that could not be used, and why.
  var damaged: String { beside("damaged") }

  /// The document as an older version of MusicBus had written it.
  func backup(ofVersion version: Int, _ moment: Timestamp) -> String {
    beside("version-\(version)-\(DocumentPaths.stamp(moment))")
  }

  /// The copy of a version that another program has written.
  func other(_ moment: Timestamp) -> String { beside("other-\(DocumentPaths.stamp(moment))") }

  /// `Favorites.jsonl` becomes `Favorites.word.jsonl`.
  private func beside(_ word: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
      return "\(directory)/\(name).\(word)"
    }
    return "\(directory)/\(name[..<dot]).\(word)\(name[dot...])"
  }

  /// `20261120T130701123456Z`: sorts by time, and has nothing that a file system refuses.
  private static func stamp(_ moment: Timestamp) -> String {
    moment.description.filter { !"-:.".contains($0) }
  }
}
