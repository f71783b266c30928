import ClientKit
import CommandKit
import MusicModel

extension Table where Row == Album {
  /// Charts have a rank column, unless the rows are numbered so.
  ///
  /// The albums of a single artist have no artist column. With `services`, a column tells where to listen.
  static func albums(
    _ albums: [Album],
    _ format: TableFormat,
    of subject: EntityKind? = nil,
    on services: ServiceTable? = nil,
    firstNumber: Int? = nil
  ) -> Table {
    let isForScripts = format.reader == .script
    let hasOneArtist = subject == .artist && Set(albums.map { $0.artist?.name }).count <= 1
    var columns: [Column] = []
    if isForScripts || Table.showsRank(albums.map(\.rank), firstNumber) {
      columns.append(.rank(format) { $0.rank })
    }
    columns.append(
      Column("Title", flexibility: 1, minimumWidth: format.minNameWidth, priority: 10) { album in
        format.name(
          album.title,
          marks: album.marks,
          isFavorite: album.favorite,
          isOwned: album.owned,
          isUnavailable: album.unavailable
        )
      }
    )
    if isForScripts || !hasOneArtist { columns.append(.artist(format) { $0.artist }) }
    columns += [
      .released(format) { $0.releaseDate },
      Column("Kind", priority: 4) { format.cell($0.albumKind?.displayText) },
      Column("Tracks", alignment: .trailing, priority: 3) { format.cell($0.trackCount) },
      .genre(format) { $0.genres },
      .price(format) { Price($0.price, $0.currency) },
      .id(format),
    ]
    if isForScripts { columns.append(.link(format) { $0.links }) }
    if let services {
      columns.append(
        Column("On", flexibility: 2, minimumWidth: format.minTextWidth, priority: 7) { album in
          format.cell(ServiceLinks(.album(album), services).names.joined(separator: ", "))
        }
      )
      if isForScripts {
        columns.append(Column("Cover") { format.cell($0.artwork.first?.url) })
      }
    }
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
