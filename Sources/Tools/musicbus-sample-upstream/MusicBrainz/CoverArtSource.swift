/// The Cover Art Archive and its storage: an index, and images by redirect.
struct CoverArtSource: Sendable {
  private let library: ReleaseLibrary
  private let request: Request

  init(_ library: ReleaseLibrary, _ request: Request) {
    self.library = library
    self.request = request
  }

  /// Every fourth release group has no cover.
  static func hasCover(_ release: Release) -> Bool {
    release.artist.name == "Daft Punk" || stableNumber("cover/" + release.group, below: 4) != 0
  }

  func response() -> Response {
    let path = request.segments
    guard path.count > 1 else { return .notFound }
    switch path[0] {
    case "download": return redirect(302, "/items/" + path.dropFirst().joined(separator: "/"))
    case "items": return item(path)
    default: break
    }
    guard let release = release(path[1]), Self.hasCover(release) else { return .notFound }
    let directory = "/download/mbid-\(release.musicBrainz)/"
    return redirect(307, directory + (path.count > 2 ? path[2] : "index.json"))
  }

  private func release(_ id: String) -> Release? {
    library.releases.first { $0.group == id || $0.musicBrainz == id }
  }

  private func item(_ path: [String]) -> Response {
    let id = String(path[1].dropFirst("mbid-".count))
    guard let release = release(id), path.count > 2 else { return .notFound }
    guard path[2] == "index.json" else {
      let size =
        path[2].split(separator: "-").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 1000
      let picture = Picture(name: "caa/" + release.group, width: size, height: size)
      return Response(200, "image/png", picture.png.bytes)
    }
    let image =
      "\(request.base)/release/\(release.musicBrainz)/\(stableNumber(id, below: 1_000_000))"
    let body: JSON = [
      "images": [
        [
          "approved": true, "front": true, "back": false, "types": ["Front"],
          "image": .string(image + ".jpg"),
          "thumbnails": [
            "1200": .string(image + "-1200.jpg"), "250": .string(image + "-250.jpg"),
            "500": .string(image + "-500.jpg"), "large": .string(image + "-500.jpg"),
            "small": .string(image + "-250.jpg"),
          ],
        ]
      ],
      "release": .string("https://musicbrainz.org/release/\(release.musicBrainz)"),
    ]
    return Response(200, "application/json", Array(body.text().utf8))
  }

  private func redirect(_ status: Int, _ path: String) -> Response {
    var response = Response.html(status, "See: \(path)")
    response.headers.append(.init("Location", request.base + path))
    return response
  }
}
