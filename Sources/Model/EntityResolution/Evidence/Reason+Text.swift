import BusProtocol
import MusicModel

/// Descriptions of evidence for users: "same name", "formed 1965 / 1998".
extension RecordComparison.Reason {
  init(_ evidence: Evidence.Item, _ one: Entity, _ other: Entity) {
    self.init(
      side: evidence.points > 0 ? .for : .against,
      weight: abs(evidence.points),
      text: Wording(evidence: evidence, one: one, other: other).text
    )
  }
}

private struct Wording {
  let evidence: Evidence.Item
  let one: Entity
  let other: Entity

  private var isFor: Bool { evidence.points > 0 }

  var text: String {
    switch evidence.aspect {
    case .userVerdict: isFor ? "your verdict: same" : "your verdict: different"
    case .link: "known to be the same"
    case .guess: "shown as one before"
    case .id: idText
    case .barcode: "same product code"
    case .recordingCode: "same recording code"
    case .source: "listed separately by one source"
    case .name: similarity("name", both(\.displayName))
    case .words: "words in common: " + both(\.displayName)
    case .catalogue: (isFor ? "same work: " : "different works: ") + both(\.displayName)
    case .score: "only one is the score: " + both(\.displayName)
    case .spelling: "a source lists both spellings: " + both(\.displayName)
    case .alias: "another name of the same artist: " + both(\.displayName)
    case .otherScript: "names in two scripts: " + both(\.displayName)
    case .namesake: "a source lists several artists of this name"
    case .artistType: "one is a person, the other a group"
    case .followers: "\(evidence.measure) times as many followers"
    case .title: similarity("title", both(\.displayName))
    case .nearTitle: "short titles with other letters: " + both(\.displayName)
    case .cutTitle: "one title is part of the other: " + both(\.displayName)
    case .joinedTitle: "one title also contains artist or album: " + both(\.displayName)
    case .titleAlone: "common title"
    case .longTitle: "distinctive title"
    case .aside:
      "only one title says, or both say different things in brackets: " + both(\.displayName)
    case .disambiguation:
      "told apart by \(isFor ? "the same" : "other") words: " + both(\.displayName)
    case .numbers: "different numbers in the title: " + both(\.displayName)
    case .version: "only one is \(VersionWords(rawValue: UInt32(evidence.measure)).text)"
    case .versionName: "different versions: " + both(\.displayName)
    case .releaseGroupKind: "one is \(both { $0.albumKind?.rawValue ?? "another kind" })"
    case .artist: similarity("artist", both { $0.credit })
    case .cutArtist: "one artist name is part of the other: " + both { $0.credit }
    case .joinedArtist: "the artist is in the other title"
    case .artistInTitle: "the artist is named in the other title: " + both { $0.credit }
    case .guests: "artist in common: " + both { $0.credit }
    case .otherGuests: "other guests: " + both(\.displayName)
    case .various: "various artists: " + both { $0.credit }
    case .album: similarity("album", both { $0.asSong?.album?.title })
    case .cutAlbum: "one album title is part of the other: " + both { $0.asSong?.album?.title }
    case .joinedAlbum: "the album is in the other title"
    case .position:
      (isFor ? "same position on the album" : "different position on the album") + tracks
    case .trackNumber: "same track number" + tracks
    case .duration: "\(isFor ? "same length" : "lengths differ"): " + both { $0.length }
    case .year: "\(isFor ? "same year" : "years differ"): " + both { $0.date }
    case .trackCount:
      (isFor ? "same number of tracks" : "number of tracks differs") + ": " + both { $0.trackCount }
    case .genres: (isFor ? "related genres: " : "unrelated genres: ") + both { $0.genre }
    case .country:
      (isFor ? "same country: " : "different country: ") + both { $0.asArtist?.country }
    case .bornYear: "born " + both { $0.asArtist?.bornYear.map(String.init) }
    case .formedYear: "formed " + both { $0.asArtist?.formedYear.map(String.init) }
    case .disbandedYear: "disbanded " + both { $0.asArtist?.disbandedYear.map(String.init) }
    }
  }

  private var idText: String {
    if isFor {
      return "same id: " + (one.ids.first(where: other.ids.contains)?.description ?? "")
    }
    for id in one.ids {
      let rival = other.ids.first { $0.namespace == id.namespace && $0.type == id.type }
      if let rival { return "different ids: \(id) / \(rival)" }
    }
    return "different ids"
  }

  private var tracks: String {
    let text = both { $0.asSong?.trackNumber.map(String.init) }
    return text.isEmpty ? "" : ": " + text
  }

  private func similarity(_ what: String, _ values: String) -> String {
    switch evidence.measure {
    case 100: "same \(what): \(values)"
    case 65...: "\(what)s \(evidence.measure) % similar: \(values)"
    default: "different \(what): \(values)"
    }
  }

  /// Both values, or one if they are equal.
  private func both(_ read: (Entity) -> String?) -> String {
    let values = [read(one), read(other)].compactMap { $0 }
    return values.first == values.last ? values.first ?? "" : values.joined(separator: " / ")
  }
}

extension Entity {
  fileprivate var credit: String? { artist?.name }
  fileprivate var date: String? { releaseDate?.description }
  fileprivate var trackCount: String? { asAlbum?.trackCount.map(String.init) }
  fileprivate var genre: String? { asArtist?.genres.first }

  /// Minutes and seconds.
  fileprivate var length: String? {
    asSong?.durationMs.map { milliseconds in
      let seconds = milliseconds / 1_000
      return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    }
  }
}
