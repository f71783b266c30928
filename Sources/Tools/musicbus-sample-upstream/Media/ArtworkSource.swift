/// Pictures at the addresses of the APIs, drawn in the size that the address contains.
///
/// They are PNG whatever the extension says: a reader has to check the bytes or the content type,
/// as with real ones.
struct ArtworkSource: Sendable {
  private let request: Request

  init(_ request: Request) { self.request = request }

  func response() -> Response {
    let path = request.segments
    switch path.dropFirst().first {
    case "image": return storePicture(path)
    case "images": return audioDBPicture(path)
    default: return .notFound
    }
  }

  /// `/artwork/image/thumb/…/100x100bb.jpg`: any width and height, in any of the store's types.
  private func storePicture(_ path: [String]) -> Response {
    guard path.count > 4, let size = Self.size(path[path.count - 1]) else { return .notFound }
    return picture(path.dropLast().joined(separator: "/"), size.width, size.height)
  }

  /// `/artwork/images/media/{artist|album}/{category}/NAME.jpg[/preview|/small|/medium]`.
  private func audioDBPicture(_ path: [String]) -> Response {
    guard path.count == 6 || path.count == 7, let size = Self.shelves[path[4]] else {
      return .notFound
    }
    var scale = size
    if path.count == 7 {
      guard let width = Self.variants[path[6]] else { return .notFound }
      scale = (width, max(1, size.1 * width / size.0))
    }
    return picture(path[..<6].joined(separator: "/"), scale.0, scale.1)
  }

  private static let shelves = [
    "thumb": (700, 700), "logo": (800, 310), "fanart": (1000, 562), "banner": (1000, 185),
  ]

  private static let variants = ["preview": 200, "small": 250, "medium": 500]

  private func picture(_ name: String, _ width: Int, _ height: Int) -> Response {
    let png = Picture(name: name, width: width, height: height).png
    return Response(
      200,
      "image/png",
      headers: [.init("Cache-Control", "public, max-age=86400")],
      png.bytes
    )
  }

  /// `600x600bb.jpg`, `100x100bb-85.png`, `100x100-75.jpg`.
  private static func size(_ file: String) -> (width: Int, height: Int)? {
    let parts = file.split(separator: ".")
    guard parts.count == 2, ["jpg", "png", "webp"].contains(parts[1]) else { return nil }
    let numbers = parts[0].split(separator: "x")
    guard numbers.count == 2, let width = Int(numbers[0]),
      let height = Int(numbers[1].prefix { $0.isNumber }), width > 0, height > 0
    else { return nil }
    return (width, height)
  }
}
