import CommandKit
import MusicModel

extension Table where Row == Song {
  /// A chart's songs have ranks, the songs of one album places on it. What all songs of a subject
  /// share needs no column.
  static func songs(
    _ songs: [Song],
    _ form: TableForm,
    of subject: EntityKind? = nil
  ) -> Table {
    let isProgram = form.reader == .program
    let hasOneArtist = subject != nil && Set(songs.map { $0.artist?.name }).count <= 1
    var columns: [Column] = []
    if isProgram || songs.contains(where: { $0.rank != nil }) {
      columns.append(.rank(form) { $0.rank })
    }
    if isProgram || subject == .album { columns.append(.place(form)) }
    columns.append(
      Column("Title", flexibility: 1, minimumWidth: form.nameWidthMin, priority: 10) { song in
        let mark = ExplicitMark.word(explicit: song.explicit, cleaned: song.cleaned)
        return form.name(song.title, marks: [mark], isFavorite: song.favorite)
      }
    )
    if isProgram || !hasOneArtist { columns.append(.artist(form) { $0.artist }) }
    if isProgram || subject != .album { columns.append(.album(form)) }
    columns += [
      Column("Time", alignment: .trailing, priority: 6) { form.cell($0.durationMs?.playingTime) },
      .released(form) { $0.releaseDate },
      .price(form) { Price($0.price, $0.currency) },
      .id(form),
    ]
    if isProgram { columns.append(.link(form) { $0.links }) }
    return Table(columns: columns, rows: songs)
  }
}

extension Table<Song>.Column {
  /// The track number, after that of the disc where there are several: "4", "2.1".
  fileprivate static func place(_ form: TableForm) -> Self {
    Self("No.", alignment: .trailing, priority: 8) { song in
      guard let disc = song.discNumber, disc > 1, let track = song.trackNumber else {
        return form.cell(song.trackNumber)
      }
      return form.cell("\(disc).\(track)")
    }
  }

  fileprivate static func album(_ form: TableForm) -> Self {
    Self("Album", flexibility: 2, minimumWidth: form.textWidthMin, priority: 5) {
      form.cell($0.album?.title)
    }
  }
}
