internal import ProviderKit

/// Artists, albums and songs of Spotify, with the user's own client credentials.
@main
struct SpotifyProvider: Provider {
  let api: JSONAPI
  let accounts: Upstream
  let missingConfiguration: String?
  private let required: [String]

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    let upstream = try configuration.upstream("https://api.spotify.com", named: "SPOTIFY")
    let login = "https://accounts.spotify.com"
    var accounts = try configuration.upstream(login, named: "SPOTIFY_ACCOUNTS", key: "accountsURL")
    accounts.isUsedByAll = true
    self.accounts = accounts
    let (id, secret) = try (configuration.secret("clientID"), configuration.secret("clientSecret"))
    let token = AccessToken(at: accounts.request(["api", "token"]), id: id, secret: secret)
    // Apps in development mode get at most 10 elements per page.
    api = JSONAPI(upstream, .init(maxElements: 10), root: ["v1"], token: token)
    required = configuration.required(["clientID", "clientSecret"])
    missingConfiguration = configuration.missing(required, of: "spotify")
  }

  var upstreams: [Upstream] { [api.upstream, accounts] }

  var descriptor: Descriptor {
    let kinds = ["artist", "album", "song"]
    let sites = ["open.spotify.com/", "open.spotify.com/*/", "play.spotify.com/"]
    var descriptor = Descriptor(
      "spotify",
      name: "Spotify",
      thanks: "Data by Spotify",
      url: "https://open.spotify.com",
      terms: "https://developer.spotify.com/terms",
      namespaces: kinds.map { "spotify:" + $0 } + ["upc:album", "isrc:recording"],
      hosts: ["i.scdn.co", "*.spotifycdn.com"],
      lacks: ["artist": ["biography"]],
      urls: .pages(
        sites.map { "https://" + $0 } + ["spotify:"],
        of: "spotify",
        kinds,
        words: ["song": "track"],
        example: "4tZwfgrHOc3mvqYlEYSvVi"
      )
    )
    let link: JSONValue = "https://developer.spotify.com/dashboard"
    let settings: [String: JSONValue] = [
      "clientID": [
        "type": "string", "link": link,
        "description":
          "The client ID of your own app: create one there, with any name and redirect URI.",
      ],
      "clientSecret": [
        "type": "string", "link": link, "secret": true,
        "description": "The client secret of the same app, in its settings.",
      ],
    ]
    descriptor.configSchema = ProviderConfiguration.schema(
      of: upstreams,
      settings: settings,
      required: required
    )
    return descriptor
  }
}
