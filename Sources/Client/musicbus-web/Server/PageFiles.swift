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
      let bytes = [UInt8](data)
      files[name] = File(bytes: bytes, type: type, etag: HTTPResponse.etag(of: bytes))
    }
    self.files = files
  }

  /// The file of a name such as `js/main.js`.
  subscript(_ name: String) -> File? { files[name] }

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
