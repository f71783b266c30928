import BusProtocol
import HubCore
import MusicModel

/// The records of one provider's source. Sources overlap, usually agree, and some share ids.
struct SimulatedSource: Sendable {
  let seed: UInt64
  let name: String
  let sharesMBIDs: Bool

  /// The records that match a call.
  func items(_ method: Method, _ parameters: CallParameters) -> [Entity] {
    guard let spec = Methods[method], let kind = spec.kinds.first else { return [] }
    let limit = parameters.limit ?? 200
    switch spec.subject {
    case .text: return Array(found(parameters, kind).prefix(limit))
    case .id where spec.isSingle: return one(parameters, kind)
    case .id: return Array(children(parameters, kind).prefix(limit))
    case .chart: return chart(parameters)
    case .noSubject where kind != .chart: return (0..<Topic.count).compactMap { entity(kind, $0) }
    case .noSubject:
      return EntityID(namespace: name, type: "chart", value: "top").map { id in
        [.chart(Chart(id: id, title: "Top of \(name)"))]
      } ?? []
    case .anyID: return []
    }
  }

  private func entity(_ kind: EntityKind, _ number: Int) -> Entity? {
    switch kind {
    case .artist: artist(number)
    case .album: album(number)
    case .song: song(number)
    case .chart: nil
    }
  }

  private func random(_ what: String) -> ScheduleRandom {
    ScheduleRandom(seed: seed, "\(name) \(what)")
  }

  private func knows(_ kind: String, _ number: Int) -> Bool {
    var random = random("knows \(kind) \(number)")
    return random.chance(75)
  }

  /// The hits of a search: those of the number in the text, or many.
  private func found(_ parameters: CallParameters, _ kind: EntityKind) -> [Entity] {
    let text = parameters.text ?? ""
    guard text != Topic.text(Topic.manyTopic, of: .artist) else {
      var random = random("many")
      return (0..<random.pick([(7, random.roll(0...12)), (1, random.roll(40...120))])).compactMap {
        entity(kind, 1000 + $0)
      }
    }
    guard let number = text.split(separator: " ").compactMap({ Int($0) }).first else { return [] }
    let known = [number, number + 1].filter { knows(Topic.word(for: kind), $0) }
    return known.compactMap { entity(kind, $0) }
  }

  private func number(of parameters: CallParameters) -> Int? {
    let ids = (parameters.ids ?? []) + [parameters.id].compactMap { $0 }
    return ids.first { $0.namespace == name || $0.namespace == "mbid" }.flatMap { Int($0.value) }
  }

  private func one(_ parameters: CallParameters, _ kind: EntityKind) -> [Entity] {
    guard let number = number(of: parameters), knows("Artist", number) else { return [] }
    return entity(kind, number).map { [$0] } ?? []
  }

  private func children(_ parameters: CallParameters, _ kind: EntityKind) -> [Entity] {
    guard let number = number(of: parameters) else { return [] }
    return (0..<4).filter { knows("child", number * 10 + $0) }
      .compactMap { entity(kind, number + $0 * 10) }
  }

  func chart(_ parameters: CallParameters) -> [Entity] {
    (1...5).compactMap { (parameters.chart == .songs ? song : album)($0)?.ranked($0) }
  }
}

extension SimulatedSource {
  private func ids(_ type: String, _ mbidType: String, _ number: Int) -> [EntityID] {
    let own = EntityID(namespace: name, type: type, value: "\(number)")
    let shared = EntityID(namespace: "mbid", type: mbidType, value: "\(number)")
    return [own, sharesMBIDs && number % 3 == 0 ? shared : nil].compactMap { $0 }
  }

  private func artist(_ number: Int) -> Entity? {
    let ids = ids("artist", "artist", number)
    guard let id = ids.first else { return nil }
    var artist = Artist(id: id, name: number < 1000 ? "Artist \(number)" : "Many \(number)")
    artist.ids = ids
    artist.artwork = pictures("artist", number)
    return .artist(artist)
  }

  private func album(_ number: Int) -> Entity? {
    let ids = ids("album", "release-group", number)
    guard let id = ids.first else { return nil }
    let artistID = EntityID(namespace: name, type: "artist", value: "\(number % 10)")
    let reference = ArtistReference(id: artistID, name: "Artist \(number % 10)")
    var album = Album(id: id, title: "Album \(number)", artist: reference)
    album.ids = ids
    album.releaseDate = PartialDate("\(1950 + number % 70)")
    album.artwork = pictures("album", number)
    return .album(album)
  }

  private func song(_ number: Int) -> Entity? {
    let ids = ids("song", "recording", number)
    guard let id = ids.first else { return nil }
    var song = Song(
      id: id,
      title: "Song \(number)",
      artist: ArtistReference(name: "Artist \(number % 10)")
    )
    song.ids = ids
    let albumID = EntityID(namespace: name, type: "album", value: "\(number % 10)")
    song.album = AlbumReference(id: albumID, title: "Album \(number % 10)")
    song.trackNumber = number / 10 + 1
    song.previewURL = "\(name)/song/\(number)"
    return .song(song)
  }

  private func pictures(_ kind: String, _ number: Int) -> [Artwork] {
    var random = random("pictures \(kind) \(number)")
    return (0..<random.pick([(3, 0), (3, 1), (1, 2)])).map {
      Artwork(url: "\(name)/\(kind)/\(number)/\($0)", role: .cover)
    }
  }
}
