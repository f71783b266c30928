import BusProtocol
import CommandKit
import MusicModel

/// `musicbus favorites`: what a person wants to keep.
enum FavoritesCommand {
  static let command = Command<CommandAction>(
    "favorites",
    abstract: "List and change your favourites.",
    discussion: """
      Favourites are kept in one file that you can read and carry away: "favorites check" tells where. \
      They are shown whether or not any source answers. KEY is the id or the name of a favourite.
      """,
    examples: [
      Example("favorites add \"Nina Simone\"", "Make an artist a favourite."),
      Example("favorites --of album --sort recent", "Favourite albums, the last one added first."),
      Example("favorites move \"Pastel Blues\" first", "Put it at the top of your own order."),
      Example("favorites export -o favorites.csv", "A table for a spreadsheet."),
    ],
    commands: [
      FavoritesListing.command,
      FavoritesEditing.add,
      FavoritesEditing.remove,
      FavoritesListing.show,
      FavoritesEditing.move,
      FavoritesEditing.note,
      FavoritesEditing.undo,
      FavoritesImportExport.export,
      FavoritesImportExport.importRows,
      FavoritesDocumentCommands.check,
      FavoritesDocumentCommands.compact,
    ],
    preset: "list"
  )

  static let key = Argument(.text("KEY"), help: "The id or the name of a favourite.")
}
