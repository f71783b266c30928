package import BusProtocol
package import MusicModel

/// The services on which entities are, from the manifests of all providers, and the forms of the
/// URLs of their pages.
package struct ServiceTable: Hashable, Sendable {
  /// Those where users can listen, then all by name.
  package let services: [MusicService]
  package let patterns: [URLPattern]
  /// Those of the services to which the ids belong, then all: other sources of the same ids have pages of their
  /// own. (The page does the same in `services.js`.)
  private let pagePatterns: [URLPattern]
  /// The names of services by site: by the key of a link.
  private var names: [String: String] = [:]

  package init(_ providers: [ProviderStatus]) {
    var services: [MusicService] = []
    for service in providers.flatMap({ $0.services ?? [] }) {
      // Further namespaces may be those of another site, as Wikidata's.
      for site in [service.site, service.namespaces.first ?? ""] where names[site] == nil {
        names[site] = service.name
      }
      if let index = services.firstIndex(where: { $0.name == service.name }) {
        let new = service.namespaces.filter { !services[index].namespaces.contains($0) }
        services[index].namespaces += new
        if service.streams == true { services[index].streams = true }
      } else {
        services.append(service)
      }
    }
    func key(_ service: MusicService) -> (Int, String) {
      (service.streams == true ? 0 : 1, service.name)
    }
    self.services = services.sorted { key($0) < key($1) }
    patterns = providers.flatMap { $0.urls ?? [] }
    let own = providers.flatMap { provider in
      let namespaces = Set((provider.services ?? []).flatMap(\.namespaces))
      return (provider.urls ?? []).filter { namespaces.contains($0.namespace) }
    }
    pagePatterns = own + patterns
  }

  /// The names of sites that are no service of a provider.
  private static let otherNames = [
    "last": "Last.fm", "lastfm": "Last.fm", "tidal": "TIDAL", "twitter": "X", "youtube": "YouTube",
  ]

  /// Returns the display name of the site of a link.
  package func name(ofSite site: String) -> String {
    let key = site.lowercased()
    return names[key] ?? ServiceTable.otherNames[key] ?? site.prefix(1).uppercased()
      + site.dropFirst()
  }

  /// Returns the page of an id at its own service, or else anywhere, by the first pattern without wildcard; an
  /// id is no part of a host, since with a value such as "evil.example/" it would be another one.
  func url(of id: EntityID) -> String? {
    let wanted = "\(id.namespace):\(id.type):\(URLPattern.placeholder)"
    let pattern = pagePatterns.first {
      $0.id == wanted && $0.url.hasPrefix("https://") && !$0.url.hasPrefix("https://{")
        && !$0.url.contains("*") && $0.url.contains(URLPattern.placeholder)
    }
    return pattern?.url.replacing(URLPattern.placeholder, with: id.value)
  }
}

extension URLPattern {
  /// The namespace of the ids that it yields.
  fileprivate var namespace: String { String(id.prefix { $0 != ":" }) }
}

extension MusicService {
  /// The name as the key of a link: `applemusic`.
  fileprivate var site: String { name.lowercased().filter { !$0.isWhitespace } }
}

/// The services that have an entity, with its page at each.
package struct ServiceLinks: Hashable, Sendable {
  package struct Service: Hashable, Sendable, Codable {
    package let name: String
    /// The page of the entity; `nil` if only its id is known.
    package var url: String?
  }

  /// The services in the order of the table.
  package let services: [Service]
  private let table: ServiceTable

  /// Finds the services by links and ids.
  package init(_ entity: Entity, _ table: ServiceTable) {
    self.table = table
    services = table.services.compactMap { service in
      let keys = service.namespaces + [service.site]
      let ids = service.namespaces.flatMap { name in entity.ids.filter { $0.namespace == name } }
      let url =
        keys.lazy.compactMap { entity.links[$0] }.first
        ?? ids.lazy.compactMap { table.url(of: $0) }.first
      return url == nil && ids.isEmpty ? nil : Service(name: service.name, url: url)
    }
  }

  package var names: [String] { services.map(\.name) }

  /// The page to share: that of the named service, or of the first one that has a page.
  ///
  /// `name` is the name that is shown, or the site of a link such as `itunes`.
  package func best(at name: String? = nil) -> Service? {
    let names = name.map { [$0.lowercased(), table.name(ofSite: $0).lowercased()] }
    return services.first { service in
      service.url != nil && names?.contains(service.name.lowercased()) ?? true
    }
  }
}

extension ProviderStatus {
  /// Whether it serves what the user has.
  package var isOwned: Bool { services?.contains { $0.owned == true } == true }
}
