import MusicModel

/// The members of an entity, or of an object in it, by which ``NormalSnapshot`` checks JSON text.
struct SnapshotForm: Sendable {
  /// The form of a value.
  indirect enum Value: Sendable {
    case word([UInt8])
    case text
    case id
    case date
    case flag
    case integer
    case number
    case texts
    case object(SnapshotForm)
    /// A list of values.
    case list(Value)
    /// A value that is left to the decoder.
    case other
  }

  struct Member: Sendable {
    let name: [UInt8]
    /// With quotes and colon.
    let jsonName: [UInt8]
    let isRequired: Bool
    let isOmittedInLists: Bool
    let value: Value
  }

  /// In the order of their names.
  let members: [Member]

  private static let artist = SnapshotForm(EntityKind.artist.memberDescriptions)
  private static let album = SnapshotForm(EntityKind.album.memberDescriptions)
  private static let song = SnapshotForm(EntityKind.song.memberDescriptions)

  /// The form of an entity; `nil` for a chart, which cannot be a favourite.
  static func of(_ kind: EntityKind) -> SnapshotForm? {
    switch kind {
    case .artist: artist
    case .album: album
    case .song: song
    case .chart: nil
    }
  }

  private init(_ descriptions: [MemberDescription]) {
    members = descriptions.map { description in
      let value = description.member.isOfList ? .other : Value(description.member.form)
      return Member(
        name: Array(description.name.utf8),
        jsonName: Array("\"\(description.name)\":".utf8),
        isRequired: description.isRequired,
        isOmittedInLists: Entity.membersOmittedInLists.contains(description.name),
        value: description.isList ? .list(value) : value
      )
    }
  }
}

extension SnapshotForm.Value {
  fileprivate init(_ form: WireForm) {
    switch form {
    case .text, .currency, .country: self = .text
    case .constant(let word): self = .word(Array("\(word)".utf8))
    case .id: self = .id
    case .date: self = .date
    case .flag: self = .flag
    case .integer: self = .integer
    case .amount: self = .number
    case .texts: self = .texts
    case .object(let type): self = .object(SnapshotForm(type.memberDescriptions))
    case .albumOrSong, .entity: self = .other
    }
  }
}
