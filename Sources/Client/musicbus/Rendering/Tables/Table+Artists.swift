import CommandKit
import MusicModel

extension Table where Row == Artist {
  static func artists(_ artists: [Artist], _ form: TableForm) -> Table {
    var columns: [Column] = [
      Column("Name", flexibility: 1, minimumWidth: form.nameWidthMin, priority: 10) { artist in
        form.name(artist.name, isFavorite: artist.favorite)
      },
      .genre(form) { $0.genres },
      Column("Country", flexibility: 2, minimumWidth: form.textWidthMin, priority: 2) {
        form.cell($0.country)
      },
      Column("Formed", priority: 4) { form.cell($0.formedYear) },
      .knownTo(form),
      .id(form),
    ]
    if form.reader == .program { columns.append(.link(form) { $0.links }) }
    return Table(columns: columns, rows: artists)
  }
}
