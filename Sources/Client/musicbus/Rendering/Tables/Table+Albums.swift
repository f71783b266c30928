import CommandKit
import MusicModel

extension Table where Row == Album {
  /// A chart's albums have ranks. The albums of one artist need no column that tells the artist.
  static func albums(
    _ albums: [Album],
    _ form: TableForm,
    of subject: EntityKind? = nil
  ) -> Table {
    let isProgram = form.reader == .program
    let hasOneArtist = subject == .artist && Set(albums.map { $0.artist?.name }).count <= 1
    var columns: [Column] = []
    if isProgram || albums.contains(where: { $0.rank != nil }) {
      columns.append(.rank(form) { $0.rank })
    }
    columns.append(
      Column("Title", flexibility: 1, minimumWidth: form.nameWidthMin, priority: 10) { album in
        form.name(album.title, marks: album.marks, isFavorite: album.favorite)
      }
    )
    if isProgram || !hasOneArtist { columns.append(.artist(form) { $0.artist }) }
    columns += [
      .released(form) { $0.releaseDate },
      Column("Kind", priority: 4) { form.cell($0.albumKind?.worded) },
      Column("Tracks", alignment: .trailing, priority: 3) { form.cell($0.trackCount) },
      .genre(form) { $0.genres },
      .price(form) { Price($0.price, $0.currency) },
      .id(form),
    ]
    if isProgram { columns.append(.link(form) { $0.links }) }
    return Table(columns: columns, rows: albums)
  }
}

extension Album {
  fileprivate var marks: [String?] {
    [
      ExplicitMark.word(explicit: explicit, cleaned: cleaned),
      editions.flatMap { $0 > 1 ? $0.counted("edition") : nil },
    ]
  }
}
