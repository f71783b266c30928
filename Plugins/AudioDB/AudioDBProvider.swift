internal import ProviderKit

/// Artists, albums and songs of TheAudioDB (API v1), with biographies and artwork.
@main
struct AudioDBProvider: Provider {
  let api: JSONAPI
  let acceptance = KeyAcceptance()

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    let address = "https://www.theaudiodb.com"
    let upstream = try configuration.upstream(address, named: "AUDIODB", budget: 30, perMs: 60_000)
    let rule = "1 to 64 letters, digits, - or _"
    let key = try configuration.text("apiKey", default: "123", rule: rule) { key in
      (1...64).contains(key.count)
        && key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }
    api = JSONAPI(
      upstream,
      root: ["api", "v1", "json", key],
      emptyBody: JSONRecord(["artists": .null, "album": .null, "track": .null])
    )
  }

  var upstreams: [Upstream] { [api.upstream] }

  var descriptor: Descriptor {
    let pages = [("artist", "111239-Coldplay"), ("album", "2109615-Coldplay-Parachutes")]
    var descriptor = Descriptor(
      "audiodb",
      name: "TheAudioDB",
      thanks: "Data and pictures by TheAudioDB.com",
      url: "https://www.theaudiodb.com",
      terms: "https://www.theaudiodb.com/docs_terms_of_use.php",
      namespaces: ["audiodb:artist", "audiodb:album", "mbid:artist", "mbid:release-group"],
      hosts: ["*.theaudiodb.com"],
      urls: pages.flatMap { type, name in
        // The name may be missing.
        ["{id}-*", "{id}"].map { end in
          URLPattern(
            "https://theaudiodb.com/\(type)/\(end)",
            id: "audiodb:\(type):{id}",
            example: "https://www.theaudiodb.com/\(type)/\(name)"
          )
        }
      }
    )
    let key: JSONValue = [
      "type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$", "default": "123", "secret": true,
      "link": "https://www.theaudiodb.com/pricing",
      "description": "The API key of TheAudioDB; 123 is the free key.",
    ]
    let settings = ["apiKey": key]
    descriptor.configSchema = ProviderConfiguration.schema(of: upstreams, settings: settings)
    return descriptor
  }
}

/// Whether TheAudioDB has ever accepted the API key of this process.
actor KeyAcceptance {
  private(set) var isNoted = false

  func note() { isNoted = true }
}
