import CommandKit
import MusicModel

extension Table where Row == Artist {
  static func artists(_ artists: [Artist], _ format: TableFormat) -> Table {
    let names = Dictionary(grouping: artists) { $0.name.lowercased() }.mapValues(\.count)
    var columns: [Column] = [
      Column("Name", flexibility: 1, minimumWidth: format.minNameWidth, priority: 10) { artist in
        // Several artists have this name.
        let note = names[artist.name.lowercased(), default: 0] > 1 ? artist.disambiguation : nil
        return format.name(
          artist.name,
          marks: [note],
          isFavorite: artist.favorite,
          isOwned: artist.owned,
          isUnavailable: artist.unavailable
        )
      },
      .genre(format) { $0.genres },
      Column("Country", flexibility: 2, minimumWidth: format.minTextWidth, priority: 2) {
        format.cell($0.country)
      },
      Column("Albums", alignment: .trailing, priority: 8) { artist in
        format.cell(artist.albumCount.map { $0 == 0 ? "none" : $0.grouped })
      },
      Column("Formed", priority: 8) { format.cell($0.formedYear) },
      .sources(format),
      .id(format),
    ]
    if format.reader == .script {
      columns.removeAll { $0.title == "Albums" }
      columns.append(.link(format) { $0.links })
    }
    return Table(columns: columns, rows: artists)
  }
}
