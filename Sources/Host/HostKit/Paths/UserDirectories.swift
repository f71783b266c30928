/// The user's directories for documents, music and so on, from the file `user-dirs.dirs`. It is
/// defined by freedesktop.org: `XDG_DOCUMENTS_DIR="$HOME/Dokumente"`.
struct UserDirectories: Hashable, Sendable {
  private var directories: [String: String] = [:]

  /// Reads the text of the file. Invalid lines are ignored.
  init(_ text: String, home: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.drop { $0 == " " || $0 == "\t" }
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].hasPrefix("XDG_"), parts[0].hasSuffix("_DIR"),
        let value = UserDirectories.value(parts[1], home)
      else { continue }
      directories[String(parts[0].dropFirst(4).dropLast(4))] = value
    }
  }

  /// The directory of a name such as `DOCUMENTS`.
  subscript(name: String) -> String? { directories[name] }

  /// `"$HOME/directory"` or `"/directory"`, in which a backslash takes the next letter as it is.
  private static func value(_ text: Substring, _ home: String) -> String? {
    guard text.first == "\"" else { return nil }
    var value = ""
    var isEscaped = false
    for letter in text.dropFirst() {
      if isEscaped || (letter != "\\" && letter != "\"") {
        value.append(letter)
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else {
        break
      }
    }
    if value.hasPrefix("$HOME") { value = home + value.dropFirst("$HOME".count) }
    while value.count > 1, value.hasSuffix("/") { value.removeLast() }
    return value.hasPrefix("/") ? value : nil
  }
}
