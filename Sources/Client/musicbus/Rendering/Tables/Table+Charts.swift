import CommandKit
import MusicModel

extension Table where Row == Chart {
  static func charts(_ charts: [Chart], _ form: TableForm) -> Table {
    Table(
      columns: [
        Column("Title", flexibility: 1, minimumWidth: form.nameWidthMin, priority: 10) {
          form.name($0.title)
        },
        Column("Of", priority: 7) { form.cell($0.of?.plural) },
        Column("Country", priority: 6) { form.cell($0.country?.uppercased()) },
        Column("Entries", alignment: .trailing, priority: 5) { form.cell($0.limit) },
        .id(form),
      ],
      rows: charts
    )
  }
}
