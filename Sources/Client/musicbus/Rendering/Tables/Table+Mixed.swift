import CommandKit
import MusicModel

extension Table where Row == Entity {
  /// Entities of several kinds for scripts, in one table.
  static func mixed(_ entities: [Entity]) -> Table {
    let format = TableFormat.script
    return Table(
      columns: [
        Column("Kind") { format.cell($0.kind.rawValue) },
        Column("Name") { format.name($0.displayName) },
        Column("Artist") { format.cell($0.artistName) },
        Column("Released") { format.date($0.releaseDate) },
        Column("Id") { format.id($0.base) },
      ],
      rows: entities
    )
  }
}
