import FoundationEssentials
import HTTPServer
import HostKit

/// The files of the page, read once; only these are served.
struct PageFiles: Sendable {
  struct File: Sendable {
    let bytes: [UInt8]
    let type: String
    let etag: String
  }

  private let files: [String: File]

  /// Reads the files from a directory; if it is `nil`, from the installed ones.
  init(in directory: String?) throws {
    let candidates = try directory.map { [$0] } ?? PageFiles.installed()
    guard let found = candidates.first(where: { PageFiles.isPage($0) }) else {
      throw WebFailure(
        "Could not find the files of the page.",
        "They belong next to musicbus-web or in ../share/musicbus/web; or use --page DIR."
      )
    }
    var files: [String: File] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: found) {
      guard let type = PageFiles.types[PageFiles.fileExtension(of: name)],
        let data = FileManager.default.contents(atPath: "\(found)/\(name)")
      else { continue }
      let bytes = PageFiles.delivered([UInt8](data), type)
      files[name] = File(bytes: bytes, type: type, etag: HTTPResponse.etag(of: bytes))
    }
    self.files = files
  }

  /// The file of a name such as `js/main.js`.
  subscript(_ name: String) -> File? { files[name] }

  /// Scripts and style sheets without indentation, comment lines and empty lines.
  static func delivered(_ bytes: [UInt8], _ type: String) -> [UInt8] {
    let isStyle = type.hasPrefix("text/css")
    guard isStyle || type.hasPrefix("text/javascript") else { return bytes }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let text = line.drop { $0 == " " }
      let isComment =
        text.hasPrefix("//") || (text.hasPrefix("/*") && text.hasSuffix("*/"))
      guard !isComment, !text.isEmpty else { return String?.none }
      return isStyle ? compact(text) : String(text)
    }
    let text = joined(lines, after: isStyle ? "{},;:" : "{([,;")
    return Array("\(isStyle ? text.replacing(";}", with: "}") : text)\n".utf8)
  }

  /// A line of a style sheet without the spaces that only separate its parts.
  private static func compact(_ line: Substring) -> String {
    [": ", "; ", " {", "{ ", ", "].reduce(String(line)) { text, part in
      text.replacing(part, with: part.filter { $0 != " " })
    }
  }

  /// The lines without the line ends after punctuation and before closing brackets.
  ///
  /// The end of a line with a comment remains.
  private static func joined(_ lines: [String], after punctuation: String) -> String {
    var (text, end) = ("", Character(";"))
    for line in lines {
      let isJoined = punctuation.contains(end) || line.first.map(")]}".contains) == true
      text += isJoined && end != "\n" ? line : "\n\(line)"
      end = line.contains("//") ? "\n" : line.last ?? "\n"
    }
    return text
  }

  private static func installed() throws -> [String] {
    let directory = parentDirectory(of: try ExecutableSearch.thisExecutable())
    return [
      ExecutableSearch.checkout(of: directory).map { "\($0)/Sources/Client/musicbus-web/Page" },
      "\(parentDirectory(of: directory))/share/musicbus/web",
    ].compactMap(\.self)
  }

  private static func isPage(_ directory: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(directory)/index.html")
  }

  private static func fileExtension(of name: String) -> String {
    name.lastIndex(of: ".").map { String(name[$0...].dropFirst()) } ?? ""
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
  ]
}
