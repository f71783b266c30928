import BusProtocol
import CommandKit
import MusicModel

/// `musicbus favorites`
enum FavoritesCommand {
  static let command = Command<CommandAction>(
    "favorites",
    aliases: ["fav", "favourites", "favorite", "favourite"],
    abstract: "Manage your favourites.",
    discussion: """
      Favourites are stored in one portable text file ("favorites check" prints its path) and work \
      offline. KEY is the number of a row, the id or the name of a favourite.
      """,
    examples: [
      Example("favorites add \"Pink Floyd\"", "Add an artist."),
      Example("favorites --of album --sort recent", "List albums, last added first."),
      Example("favorites move \"Animals\" first", "Move it to the top of your order."),
      Example("favorites export -o favorites.csv", "Export a table for a spreadsheet."),
    ],
    commands: [
      FavoritesListing.command,
      FavoritesEditing.add,
      FavoritesEditing.remove,
      FavoritesToggling.command,
      FavoritesListing.show,
      FavoritesEditing.move,
      FavoritesEditing.note,
      FavoritesEditing.undo,
      FavoritesImportExport.export,
      FavoritesImportExport.importRows,
      FavoritesReviewing.command,
      FavoritesImports.command,
      FavoritesDocumentCommands.check,
      FavoritesDocumentCommands.compact,
    ],
    default: "list"
  )

  static let key = Argument(
    .text("KEY", from: .favorites),
    help: "Number of a row, id or name of a favourite."
  )
}
