import CommandKit
import MusicModel

extension Table where Row == Song {
  /// Charts have a rank column, the songs of an album track numbers, unless the rows are numbered so.
  ///
  /// Columns with the same value for all songs of a subject are omitted.
  static func songs(
    _ songs: [Song],
    _ format: TableFormat,
    of subject: EntityKind? = nil,
    firstNumber: Int? = nil
  ) -> Table {
    let isForScripts = format.reader == .script
    let hasOneArtist = subject != nil && Set(songs.map { $0.artist?.name }).count <= 1
    var columns: [Column] = []
    if isForScripts || Table.showsRank(songs.map(\.rank), firstNumber) {
      columns.append(.rank(format) { $0.rank })
    }
    let showsTracks =
      subject == .album
      && (firstNumber == nil || songs.contains { $0.discNumber ?? 1 > 1 }
        || showsRank(songs.map(\.trackNumber), firstNumber))
    if isForScripts || showsTracks { columns.append(.trackNumber(format)) }
    columns.append(
      Column("Title", flexibility: 1, minimumWidth: format.minNameWidth, priority: 10) { song in
        let mark = ExplicitMark.word(explicit: song.explicit, cleaned: song.cleaned)
        return format.name(
          song.title,
          marks: [mark],
          isFavorite: song.favorite,
          isOwned: song.owned,
          isUnavailable: song.unavailable
        )
      }
    )
    if isForScripts || !hasOneArtist { columns.append(.artist(format) { $0.artist }) }
    if isForScripts || subject != .album { columns.append(.album(format)) }
    columns += [
      Column("Time", alignment: .trailing, priority: 7) { format.cell($0.durationMs?.playingTime) },
      .released(format) { $0.releaseDate },
      .price(format) { Price($0.price, $0.currency) },
      .id(format),
    ]
    if isForScripts { columns.append(.link(format) { $0.links }) }
    return Table(columns: columns, rows: songs)
  }
}

extension Table where Row == Song {
  /// The songs of one album: numbers, titles and lengths.
  static func tracks(_ songs: [Song], firstNumber: Int? = nil) -> Table {
    let format = TableFormat.forHumans[TableFormat.forHumans.count - 1]
    var table = Table.songs(songs, format, of: .album, firstNumber: firstNumber)
    table.firstNumber = firstNumber
    table.columns.removeAll { ["Released", "Price", "Id"].contains($0.title) }
    return table
  }
}

extension Table<Song>.Column {
  /// The track number, with the disc number from the second disc on: "4", "2.1".
  fileprivate static func trackNumber(_ format: TableFormat) -> Self {
    Self("No.", alignment: .trailing, priority: 9) { song in
      guard let disc = song.discNumber, disc > 1, let track = song.trackNumber else {
        return format.cell(song.trackNumber)
      }
      return format.cell("\(disc).\(track)")
    }
  }

  fileprivate static func album(_ format: TableFormat) -> Self {
    Self("Album", flexibility: 2, minimumWidth: format.minTextWidth, priority: 5) {
      format.cell($0.album?.title)
    }
  }
}
