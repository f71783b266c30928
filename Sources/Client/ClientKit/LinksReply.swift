internal import BusProtocol
package import MusicModel

/// The services that have an album or song, in the form of Odesli's retired API (`v1-alpha.1/links`), whose
/// clients work unchanged.
///
/// Names of platforms and prefixes of entities are those of Odesli; other services have their own. What some
/// clients require is always there: the country of a link, the size of a thumbnail.
package struct LinksReply: Hashable, Sendable, Encodable {
  /// An album or song at one service.
  package struct Item: Hashable, Sendable, Encodable {
    package var id: String
    package var type: String
    package var title: String?
    package var artistName: String?
    package var thumbnailUrl: String?
    package var thumbnailWidth = 0
    package var thumbnailHeight = 0
    package var apiProvider: String
    package var platforms: [String]
  }

  package struct Link: Hashable, Sendable, Encodable {
    package var entityUniqueId: String
    package var url: String
    package var country: String
  }

  /// That of the id that was asked for, or else of the first service.
  package private(set) var entityUniqueId = ""
  package private(set) var userCountry: String
  /// The page at the first service.
  package private(set) var pageUrl = ""
  package private(set) var entitiesByUniqueId: [String: Item] = [:]
  package private(set) var linksByPlatform: [String: Link] = [:]

  /// The names of namespaces at Odesli: the prefix of entities, and the platforms.
  private static let known: [String: (prefix: String, platforms: [String])] = [
    "itunes": ("ITUNES", ["appleMusic", "itunes"]), "spotify": ("SPOTIFY", ["spotify"]),
    "deezer": ("DEEZER", ["deezer"]), "tidal": ("TIDAL", ["tidal"]),
    "youtube": ("YOUTUBE", ["youtube", "youtubeMusic"]), "bandcamp": ("BANDCAMP", ["bandcamp"]),
    "soundcloud": ("SOUNDCLOUD", ["soundcloud"]), "amazon": ("AMAZON", ["amazonMusic"]),
  ]

  /// The namespace and type of ids of a platform of Odesli, as in its parameters `platform` and `type`.
  package static func id(platform: String, type: String, id: String) -> EntityID? {
    guard type == "song" || type == "album" else { return nil }
    let namespace = known.first { $0.value.platforms.contains(platform) }?.key ?? platform
    return EntityID("\(namespace):\(type):\(id)")
  }

  /// What an address is about: that of one of Odesli's own pages names a page or an id of another service, such
  /// as `https://song.link/us/i/1443109064`; others stay as they are.
  package static func subject(of url: String) -> String {
    guard let start = url.firstRange(of: "://"), url[..<start.lowerBound].hasPrefix("http") else {
      return url
    }
    let parts = url[start.upperBound...].split(separator: "/", maxSplits: 1)
    guard parts.count == 2, let type = ownHosts[parts[0].lowercased()] else { return url }
    if parts[1].hasPrefix("http://") || parts[1].hasPrefix("https://") { return String(parts[1]) }
    var names = parts[1].prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    // A country may come first.
    if names.count == 3 { names.removeFirst() }
    guard names.count == 2, let namespace = letters[names[0].lowercased()],
      let id = EntityID("\(namespace):\(type):\(names[1])")
    else { return url }
    return "\(id)"
  }

  /// The hosts of Odesli's pages, with what these are about.
  private static let ownHosts = ["song.link": "song", "album.link": "album"]

  /// The letters of services in the addresses of Odesli's pages.
  private static let letters = [
    "i": "itunes", "s": "spotify", "d": "deezer", "t": "tidal", "y": "youtube", "a": "amazon",
  ]

  /// Finds the services of an album or song; `nil` of another entity, and of one that no service has.
  ///
  /// `asked` is the id that was asked for, `country` has two letters.
  package init?(_ entity: Entity, _ table: ServiceTable, asked: EntityID?, country: String) {
    guard entity.kind == .album || entity.kind == .song else { return nil }
    userCountry = country.uppercased()
    let links = ServiceLinks(entity, table).services
    for service in table.services where service.owned != true {
      let found = service.namespaces.lazy.compactMap { name in
        entity.ids.first { $0.namespace == name }
      }
      guard let first = found.first,
        let url = links.first(where: { $0.name == service.name })?.url
      else { continue }
      // Of several ids of a service, the one that its page is about.
      let own = table.patterns.lazy.compactMap { $0.id(in: url) }
        .first { service.namespaces.contains($0.namespace) }
      add(entity, own ?? first, service, url)
    }
    guard let first = linksByPlatform.min(by: { $0.key < $1.key })?.value else { return nil }
    let isAsked = { (item: (key: String, value: Item)) in
      item.value.id == asked?.value && item.value.apiProvider == asked?.namespace
    }
    entityUniqueId = entitiesByUniqueId.first(where: isAsked)?.key ?? first.entityUniqueId
    pageUrl = first.url
  }

  private mutating func add(
    _ entity: Entity,
    _ id: EntityID,
    _ service: MusicService,
    _ url: String
  ) {
    let own = service.name.filter { $0.isLetter || $0.isNumber }
    let names =
      LinksReply.known[id.namespace]
      ?? (own.uppercased(), [own.prefix(1).lowercased() + own.dropFirst()])
    let type = entity.kind == .album ? "album" : "song"
    let key = "\(names.prefix)_\(type.uppercased())::\(id.value)"
    var item = Item(
      id: id.value,
      type: type,
      title: entity.displayName,
      artistName: entity.artist?.name,
      apiProvider: id.namespace,
      platforms: names.platforms
    )
    // Large enough for a share card, and not a file to print.
    let pictures = entity.pictures.filter { ($0.width ?? 0) <= 1000 }
    if let picture = pictures.max(by: { ($0.width ?? 0) < ($1.width ?? 0) }) {
      item.thumbnailUrl = picture.url
      item.thumbnailWidth = picture.width ?? 0
      item.thumbnailHeight = picture.height ?? picture.width ?? 0
    }
    entitiesByUniqueId[key] = item
    for platform in names.platforms {
      linksByPlatform[platform] = Link(entityUniqueId: key, url: url, country: userCountry)
    }
  }
}

extension Entity {
  /// The covers of an album or song.
  fileprivate var pictures: [Artwork] {
    switch self {
    case .album(let album): album.artwork
    case .song(let song): song.artwork
    case .artist, .chart: []
    }
  }
}
