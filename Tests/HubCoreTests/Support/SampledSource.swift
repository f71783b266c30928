@testable import AudioDB
import BusProtocol
@testable import Deezer
import HubCore
@testable import ITunesRSS
@testable import ITunesSearch
@testable import MusicBrainz
import MusicModel
@testable import ProviderKit
@testable import Wikipedia

/// A source with the declarations of a bundled provider, its real budget included, and a catalogue of artists
/// who each have ten albums of ten songs.
final class SampledSource {
  let provider: ModelProvider
  /// The calls that it works on.
  private var open: [(call: ReceivedCall, endsAt: Instant)] = []
  /// The requests that it has made, by upstream.
  private(set) var requests: [String: Int] = [:]

  /// How long it takes to reply, in milliseconds.
  private static let latencyMs = 300
  /// The requests of methods that make more than one.
  private static let counts = ["musicbrainz album.songs": 2]

  static let artists = 40
  /// The songs by their names.
  private static let songs = Dictionary(
    uniqueKeysWithValues: (0..<artists * 100).map { (name(.song, $0), $0) }
  )

  init(_ descriptor: Descriptor, _ hub: HubDriver) {
    let methods = descriptor.methods.keys.sorted().map(BusProtocol.Method.init(rawValue:))
    provider = hub.connectProvider(descriptor.id.rawValue, serving: methods) { $0 = descriptor }
  }

  /// The bundled providers that need no account.
  static func descriptors() throws -> [Descriptor] {
    let none = try ProviderConfiguration(section: .null)
    return try [
      AudioDBProvider(none).resolvedDescriptor(), DeezerProvider(none).resolvedDescriptor(),
      ITunesRSSProvider(none).resolvedDescriptor(),
      ITunesSearchProvider(none).resolvedDescriptor(),
      MusicBrainzProvider(none).resolvedDescriptor(),
      WikipediaProvider(none).resolvedDescriptor(),
    ]
  }

  /// The name of an artist, album or song: no two are alike.
  static func name(_ kind: EntityKind, _ number: Int) -> String {
    let syllables = ["ba", "de", "fi", "go", "hu", "ka", "le", "mi", "no", "pu", "ra", "se", "ti"]
    var (rest, words) = (number * 7919 + 1_000_003, kind == .artist ? "Van" : "")
    for position in 0..<6 {
      words += (position == 3 ? " " : "") + syllables[rest % syllables.count]
      rest /= syllables.count
    }
    return words.prefix(1).uppercased() + words.dropFirst() + (kind == .song ? " time" : "")
  }

  /// Takes the calls of the hub, and replies to those that are due.
  func work(at now: Instant) {
    for call in provider.takeCalls() {
      open.append((call, now + SampledSource.latencyMs))
    }
    let cancelled = Set(provider.takeCancels())
    for (call, _) in open where cancelled.contains(call.id) { provider.fail(call, .cancelled) }
    open.removeAll { cancelled.contains($0.call.id) }
    while let index = open.firstIndex(where: { $0.endsAt <= now }) {
      let call = open.remove(at: index).call
      let spent = spent(on: call.method)
      for (upstream, count) in spent { requests[upstream, default: 0] += count }
      provider.reply(to: call, items(call), spent: spent)
    }
  }

  /// What a call costs at each upstream that has a budget, or at one of the others.
  private func spent(on method: BusProtocol.Method) -> [String: Int] {
    guard let declared = provider.descriptor.methods[method.rawValue] else { return [:] }
    let needed = declared.cost.keys.filter { provider.descriptor.budgets[$0] != nil }.sorted()
    let count = SampledSource.counts["\(provider.id) \(method)"] ?? 1
    let used = needed.isEmpty ? Array(declared.cost.keys.sorted().suffix(1)) : needed
    return Dictionary(uniqueKeysWithValues: used.map { ($0, count) })
  }
}

extension SampledSource {
  private func ids(_ kind: EntityKind, _ number: Int) -> [EntityID] {
    let types: [EntityKind: Set<String>] = [
      .artist: ["artist"], .album: ["album", "release-group"], .song: ["song", "recording"],
    ]
    let known = provider.descriptor.namespaces.compactMap { name -> EntityID? in
      let parts = name.split(separator: ":").map(String.init)
      guard ["amg", "upc", "isrc", "wikipedia"].allSatisfy({ $0 != parts[0] }),
        types[kind]?.contains(parts[1]) == true
      else { return nil }
      return EntityID(namespace: parts[0], type: parts[1], value: "\(number)")
    }
    return known
  }

  private func number(of call: ReceivedCall) -> Int? {
    call.parameters.id.flatMap { Int($0.value) }
  }

  private func items(_ call: ReceivedCall) -> [Entity] {
    guard let spec = Methods[call.method], let kind = spec.kinds.first else { return [] }
    return Array(
      numbers(call, spec, kind).compactMap { entity(kind, $0) }.prefix(call.parameters.limit ?? 50)
    )
  }

  private func numbers(_ call: ReceivedCall, _ spec: MethodSpec, _ kind: EntityKind) -> [Int] {
    if let text = call.parameters.text {
      if kind == .song, let song = SampledSource.songs[text] { return [song] }
      let artist = (0..<SampledSource.artists).first { SampledSource.name(.artist, $0) == text }
      return artist.map { children(of: $0, kind) } ?? []
    }
    if call.method == .chartGet { return (0..<25).map { $0 * 10 } }
    guard let number = number(of: call) else { return [] }
    switch call.method {
    case .artistAlbums: return children(of: number, .album)
    case .artistAppearances:
      return (1...3).map { (number + $0) % SampledSource.artists * 10 }
    case .artistSongs: return children(of: number, .song)
    case .albumSongs: return (0..<10).map { number * 10 + $0 }
    case .artistSimilar: return (1...9).map { (number + $0) % SampledSource.artists }
    default: return spec.isSingle ? [number] : []
    }
  }

  private func children(of artist: Int, _ kind: EntityKind) -> [Int] {
    switch kind {
    case .artist: [artist]
    case .album: (0..<10).map { artist * 10 + $0 }
    case .song: (0..<100).map { artist * 100 + $0 }
    case .chart: []
    }
  }

  private func entity(_ kind: EntityKind, _ number: Int) -> Entity? {
    let ids = ids(kind, number)
    guard let id = ids.first else { return nil }
    let name = SampledSource.name(kind, number)
    func reference(_ artist: Int) -> ArtistReference {
      ArtistReference(
        id: self.ids(.artist, artist).first,
        name: SampledSource.name(.artist, artist)
      )
    }
    switch kind {
    case .artist:
      var artist = Artist(id: id, name: name)
      artist.ids = ids
      return .artist(artist)
    case .album:
      var album = Album(id: id, title: name, artist: reference(number / 10))
      album.ids = ids
      album.releaseDate = PartialDate("\(1990 + number % 10)")
      album.trackCount = 10
      return .album(album)
    case .song:
      var song = Song(id: id, title: name, artist: reference(number / 100))
      song.ids = ids
      song.album = self.ids(.album, number / 10).first.map {
        AlbumReference(id: $0, title: SampledSource.name(.album, number / 10))
      }
      song.trackNumber = number % 10 + 1
      song.durationMs = 150_000 + number * 37 % 100_000
      return .song(song)
    case .chart: return nil
    }
  }
}
