import ClientKit
import MusicModel

extension DetailPage {
  /// `table` names the services that have the entity.
  init(_ entity: Entity, _ table: ServiceTable) {
    switch entity {
    case .artist(let artist): self.init(artist, table)
    case .album(let album): self.init(album, table)
    case .song(let song): self.init(song, table)
    case .chart(let chart): self.init(chart, table)
    }
    add("On", ServiceLinks(entity, table).names.joined(separator: ", "))
    if entity.isUnavailable == true { add("Your files", "Not available, as when a disk is away.") }
    if entity.isGuessed { add("Names", "Guessed from the path of the file.") }
    addFavorite(of: entity)
    addProvenance(of: entity)
  }

  private mutating func addFavorite(of entity: Entity) {
    guard let favored = entity.favored else {
      return add("Favourite", entity.isFavorite ? "♥" : nil)
    }
    let day = favored.day.flatMap { PartialDate($0)?.displayText }
    add("Favourite", "♥" + (day.map { " since \($0)" } ?? ""))
    add("Note", favored.note)
    references.append(Fact(label: "Favourite id", value: favored.fav))
  }

  /// Adds the provenance of each value, if the reply contains it.
  private mutating func addProvenance(of entity: Entity) {
    for (name, origin) in (entity.base.extra["provenance"]?.members ?? [:]).sorted(by: {
      $0.key < $1.key
    }) {
      let others = origin["alternatives"]?.elements ?? []
      let rest = others.map {
        "\(ValueText.brief($0["value"] ?? .null)) (\(DetailPage.source($0)))"
      }
      let also = rest.isEmpty ? "" : "; alternatives: \(rest.joined(separator: ", "))"
      facts.append(Fact(label: "From: \(name)", value: DetailPage.source(origin) + also))
    }
  }

  /// `audiodb:artist:111279, 3 min ago`
  private static func source(_ origin: JSONValue) -> String {
    let age = origin["ageMs"]?.integer.map { ", \(HumanFormat.duration(ms: $0)) ago" } ?? ""
    return "\(origin["provider"]?.text ?? "") \(origin["record"]?.text ?? "")\(age)"
  }

  mutating func addArtwork(_ artwork: [Artwork]) {
    let largest = artwork.compactMap { image in
      image.width.flatMap { width in image.height.map { (width, $0) } }
    }.max { $0.0 * $0.1 < $1.0 * $1.1 }
    let size = largest.map { ", largest \($0.0) × \($0.1)" } ?? ""
    let text = artwork.isEmpty ? nil : artwork.count.counted("image") + size
    add("Artwork", text, orElse: "none")
  }

  /// Adds all ids, the main one first, then the links.
  mutating func addReferences(
    of entity: some MusicEntity,
    _ links: [String: String],
    _ table: ServiceTable
  ) {
    let ids = [entity.id] + entity.ids.filter { $0 != entity.id }.sorted()
    for id in ids { references.append(Fact(label: DetailPage.idLabel, value: "\(id)")) }
    for (site, url) in links.sorted(by: { $0.key < $1.key }) {
      references.append(Fact(label: table.name(ofSite: site), value: url))
    }
  }

  /// Adds the artists whom the credited line does not name, a line for each role.
  mutating func addCredits(_ artists: [CreditedArtist], besides line: ArtistReference?) {
    let others = artists.filter { !$0.isCredited || line?.name.contains($0.name) != true }
    var roles: [String] = []
    for role in others.compactMap(\.role) where role != "main" && !roles.contains(role) {
      roles.append(role)
    }
    for role in roles {
      let names = others.filter { $0.role == role }.map(\.name)
      add("\(role.prefix(1).uppercased())\(role.dropFirst())", names.joined(separator: ", "))
    }
  }

  mutating func addGenres(_ genres: [String]) {
    add("Genre", genres.joined(separator: ", "), orElse: "unknown")
  }

  mutating func addMark(explicit: Bool?, cleaned: Bool?) {
    let words = ["explicit": "Explicit lyrics.", "clean": "Clean version of explicit content."]
    add("Advisory", ExplicitMark.word(explicit: explicit, cleaned: cleaned).flatMap { words[$0] })
  }

  private init(_ chart: Chart, _ table: ServiceTable) {
    self.init(chart.title)
    add("Lists", chart.of?.plural, orElse: "unknown")
    add("Country", chart.country?.uppercased(), orElse: "unknown")
    add("Entries", chart.limit.map { "at most \($0.grouped)" })
    addReferences(of: chart, chart.links, table)
  }
}
