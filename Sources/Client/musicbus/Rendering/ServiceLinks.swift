import BusProtocol
import MusicModel

/// The services that have an entity, with its page at each.
struct ServiceLinks: Hashable {
  struct Service: Hashable, Codable {
    let name: String
    /// The page of the entity; `nil` if only its id is known.
    var url: String?
  }

  /// The services in the order in which most users can open them.
  private(set) var services: [Service] = []

  /// Finds the services by links and ids. `patterns` are the forms of the URLs of providers.
  init(_ entity: Entity, _ patterns: [URLPattern] = []) {
    for (key, name) in ServiceLinks.names {
      let ids = entity.ids.filter { $0.namespace == key }
      let url =
        entity.links[key] ?? ids.lazy.compactMap { ServiceLinks.url(of: $0, patterns) }.first
      guard url != nil || !ids.isEmpty else { continue }
      if let index = services.firstIndex(where: { $0.name == name }) {
        services[index].url = services[index].url ?? url
      } else {
        services.append(Service(name: name, url: url))
      }
    }
  }

  var names: [String] { services.map(\.name) }

  /// The page to share: that of the named service, or of the first one that has a page.
  ///
  /// `name` is the name that is shown, or the site of a link such as `itunes`.
  func best(at name: String? = nil) -> Service? {
    let names = name.map { [$0.lowercased(), ServiceLinks.name(ofSite: $0).lowercased()] }
    return services.first { service in
      service.url != nil && names?.contains(service.name.lowercased()) ?? true
    }
  }

  /// The names of services, by the site of a link or the namespace of an id.
  ///
  /// Articles of Wikipedia have ids of Wikidata.
  private static let names = [
    ("apple", "Apple Music"), ("applemusic", "Apple Music"), ("itunes", "Apple Music"),
    ("deezer", "Deezer"), ("spotify", "Spotify"), ("mbid", "MusicBrainz"),
    ("wikipedia", "Wikipedia"), ("wikidata", "Wikipedia"), ("audiodb", "TheAudioDB"),
  ]

  /// The names of further sites.
  private static let otherNames = [
    "last": "Last.fm", "lastfm": "Last.fm", "tidal": "TIDAL", "twitter": "X",
    "wikidata": "Wikidata", "youtube": "YouTube",
  ]

  /// Returns the display name of the site of a link.
  static func name(ofSite site: String) -> String {
    let key = site.lowercased()
    return otherNames[key] ?? names.first { $0.0 == key }?.1
      ?? site.capitalizedFirst
  }

  /// Returns the page of an id, by the first pattern without wildcard.
  private static func url(of id: EntityID, _ patterns: [URLPattern]) -> String? {
    let wanted = "\(id.namespace):\(id.type):\(URLPattern.placeholder)"
    let pattern = patterns.first {
      $0.id == wanted && $0.url.hasPrefix("https://") && !$0.url.contains("*")
    }
    return pattern?.url.replacing(URLPattern.placeholder, with: id.value)
  }
}
