internal import BusProtocol
internal import Glibc
package import MusicModel

/// A row of a file: what it says about one artist, album or song.
package struct ImportedRow: Hashable, Sendable {
  /// The position in the file, from 1.
  package var number: Int
  package var kind: EntityKind
  /// The ids of the row, the most trusted first.
  package var ids: [EntityID] = []
  /// The name or title; empty if only ids are known.
  package var name = ""
  package var artist = ""
  package var artistID: EntityID?
  package var album = ""
  package var albumID: EntityID?
  package var durationMs: Int?
  package var discNumber: Int?
  package var trackNumber: Int?
  package var releaseDate: PartialDate?
  package var label: String?
  /// When it was added to the list: `2024-05-06T07:08:09Z`.
  package var added: String?
  package var note: String?
  /// The path of a file, as a playlist names it.
  package var path = ""
  /// Links whose ids only providers know.
  package var links: [String] = []
  /// Why the row may mean something else, as a fragment of a sentence.
  package var doubt: String?
  /// Why it is nothing to import; `nil` if it is something.
  package var skipped: String?

  /// The row as an entity; `nil` if it has no name. Without an id, it has one that only numbers the row.
  package var entity: Entity? {
    guard !name.isEmpty, let id = ids.first ?? placeholder else { return nil }
    let reference = artist.isEmpty ? nil : ArtistReference(id: artistID, name: artist)
    switch kind {
    case .artist:
      var entity = Artist(id: id, name: name)
      entity.ids = ids.isEmpty ? [id] : ids
      return .artist(entity)
    case .album:
      var entity = Album(id: id, title: name, artist: reference)
      entity.ids = ids.isEmpty ? [id] : ids
      (entity.releaseDate, entity.label) = (releaseDate, label)
      return .album(entity)
    case .song:
      var entity = Song(id: id, title: name, artist: reference)
      entity.ids = ids.isEmpty ? [id] : ids
      if !album.isEmpty { entity.album = AlbumReference(id: albumID, title: album) }
      (entity.durationMs, entity.releaseDate) = (durationMs, releaseDate)
      (entity.discNumber, entity.trackNumber) = (discNumber, trackNumber)
      return .song(entity)
    case .chart: return nil
    }
  }

  private var placeholder: EntityID? {
    EntityID(namespace: "row", type: kind.rawValue, value: "\(number)")
  }

  /// The URL of the file that the row names; a relative path is one from `directory`, if that is known.
  ///
  /// A playlist may write blanks as `%20`, and folders as Windows does: the form counts in which there is a file.
  func file(from directory: String?) -> String? {
    guard kind == .song, !path.isEmpty else { return nil }
    let forms = [path, path.percentDecoded(), path.replacing("\\", with: "/")]
    let absolute = forms.compactMap { form in
      form.hasPrefix("/") ? form : directory.map { "\($0)/\(form)" }
    }.map(ImportedRow.withoutDots)
    guard let found = absolute.first(where: { access($0, F_OK) == 0 }) ?? absolute.first else {
      return nil
    }
    let url = "file://" + found.replacing("%", with: "%25")
    return url.utf8.count <= ImportedRow.maxFileBytes ? url : nil
  }

  /// The text of a search has at most as many.
  private static let maxFileBytes = 1000

  /// An absolute path without `.` and `..`.
  private static func withoutDots(_ path: String) -> String {
    var names: [Substring] = []
    for name in path.split(separator: "/") {
      switch name {
      case ".": continue
      case "..": _ = names.popLast()
      default: names.append(name)
      }
    }
    return "/" + names.joined(separator: "/")
  }

  /// The same row with the ids that its links mean to providers.
  func resolved(_ patterns: [URLPattern]) -> ImportedRow {
    let found = links.compactMap { EntityID(pasted: $0, patterns) }.filter { $0.kind == kind }
    guard !found.isEmpty else { return self }
    var row = self
    row.ids = found + ids.filter { !found.contains($0) }
    // Of a link alone, the reader could not say what it is.
    if skipped == ImportedRow.unknownLink { (row.skipped, row.name) = (nil, "") }
    return row
  }

  /// Why a row is skipped that is only a link of which no provider knows the id: `UNKNOWN_LINK` of the reader.
  static let unknownLink = "link that no provider knows"
}

extension ImportedRow: Decodable {
  private enum Member: String, CodingKey {
    case number, kind, ids, name, artist, artistID, album, albumID, durationMs, discNumber
    case trackNumber, releaseDate, label, added, note, path, links, doubt, skipped
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self)
    func value<Value: Decodable>(_ member: Member) throws -> Value? {
      try members.decodeIfPresent(Value.self, forKey: member)
    }
    number = try members.decode(Int.self, forKey: .number)
    kind = try value(.kind) ?? .song
    (ids, links) = (try value(.ids) ?? [], try value(.links) ?? [])
    (name, artist) = (try value(.name) ?? "", try value(.artist) ?? "")
    (album, note) = (try value(.album) ?? "", try value(.note))
    (artistID, albumID) = (try value(.artistID), try value(.albumID))
    (durationMs, discNumber) = (try value(.durationMs), try value(.discNumber))
    (trackNumber, releaseDate) = (try value(.trackNumber), try value(.releaseDate))
    (label, added) = (try value(.label), try value(.added))
    path = try value(.path) ?? ""
    (doubt, skipped) = (try value(.doubt), try value(.skipped))
  }
}
