import FoundationEssentials
import HTTPServer

/// The font of the page, as Debian's package `fonts-inter` installs it: a browser that does not use the
/// fonts of the system gets it from here. Without the package, the page uses the font of the system.
struct FontFiles: Sendable {
  /// The files by the names under which they are served. A client chooses one of these, and no path.
  private static let files = [
    "inter-regular.otf": "Inter-Regular.otf", "inter-semibold.otf": "Inter-SemiBold.otf",
  ]

  let directory: String

  init(in directory: String = "/usr/share/fonts/opentype/inter") {
    self.directory = directory
  }

  /// The file of a name; `nil` for other names, and if it is not installed. It is read for each request, which are
  /// few: browsers keep it.
  subscript(_ name: String) -> PageFiles.File? {
    guard let file = FontFiles.files[name],
      let data = FileManager.default.contents(atPath: "\(directory)/\(file)")
    else { return nil }
    let bytes = [UInt8](data)
    return PageFiles.File(bytes: bytes, type: "font/otf", etag: HTTPResponse.etag(of: bytes))
  }
}
