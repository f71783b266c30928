/// The common parameters of search and lookup in Apple's store, and their rejection.
struct ITunesQuery: Sendable {
  let parameters: [String: String]
  let store: Storefront
  let limit: Int
  let entity: ITunesEntity?
  let allowsExplicit: Bool

  /// Fails with the name that the store's error gives to the bad parameter.
  init(_ request: Request) throws(ITunesRefusal) {
    parameters = request.query
    let country = parameters["country"] ?? "us"
    guard let store = Storefront.named(country.isEmpty ? "us" : country) else {
      throw ITunesRefusal(key: "country")
    }
    self.store = store
    let limit = parameters["limit"] ?? "50"
    guard let count = Int(limit.isEmpty ? "50" : limit) else { throw ITunesRefusal(key: "limit") }
    self.limit = count < 1 ? 50 : min(count, 200)
    let media = parameters["media"] ?? "all"
    guard ITunesEntity.media.contains(media) else { throw ITunesRefusal(key: "mediaType") }
    if let name = parameters["entity"], !name.isEmpty {
      guard let entity = ITunesEntity(rawValue: name), entity.belongs(to: media) else {
        throw ITunesRefusal(key: "resultEntity")
      }
      self.entity = entity
    } else {
      // Music without an entity means songs and their videos; all media stay mixed.
      entity = media == "all" ? nil : ITunesEntity.usual(of: media)
    }
    allowsExplicit = parameters["explicit"]?.lowercased() != "no"
  }
}

/// The store's response to an invalid parameter.
struct ITunesRefusal: Error, Hashable {
  let key: String

  var response: Response {
    let body: JSON = [
      "errorMessage": "Invalid value(s) for key(s): [\(key)]",
      "queryParameters": [
        "output": "json",
        "callback": "A javascript function to handle your search results",
        "country": "ISO-2A country code",
        "limit": "The number of search results to return",
        "term": "A search string",
        "lang": "ISO-2A language code",
      ],
    ]
    return Response(
      400,
      ITunesResponse.contentType,
      headers: ITunesResponse.headers,
      Array(body.text().utf8)
    )
  }
}

/// The frame of every response of the store.
enum ITunesResponse {
  static let contentType = "text/javascript; charset=utf-8"

  static let headers = [
    Response.Header("Content-Disposition", "attachment; filename=1.txt"),
    Response.Header("Cache-Control", "max-age=86400"),
  ]

  /// The store opens and closes with blank lines, and gives each result a line.
  static func response(_ results: [JSON]) -> Response {
    let lines = results.map { $0.text() }.joined(separator: ", \n")
    let list = results.isEmpty ? "" : "\n" + lines
    let text = "\n\n\n{\n \"resultCount\":\(results.count),\n \"results\": [\(list)]\n}\n\n\n"
    return Response(200, contentType, headers: headers, Array(text.utf8))
  }
}
