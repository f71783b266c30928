import CommandKit
import MusicModel

extension Table where Row == Chart {
  static func charts(_ charts: [Chart], _ format: TableFormat) -> Table {
    Table(
      columns: [
        Column("Title", flexibility: 1, minimumWidth: format.minNameWidth, priority: 10) {
          format.name($0.title)
        },
        Column("Kind", priority: 9) { format.cell($0.of?.plural) },
        Column("Country", priority: 8) { format.cell($0.country?.uppercased()) },
        Column("Entries", alignment: .trailing, priority: 5) { format.cell($0.limit) },
        .id(format),
      ],
      rows: charts
    )
  }
}
