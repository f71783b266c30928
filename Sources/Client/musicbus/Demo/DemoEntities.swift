import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// The ids that steps of the demo need and a user would copy from the previous step.
final class DemoEntities {
  /// Makes a context with new deadlines.
  private let context: () throws -> CommandContext
  private var known: [Method: EntityID] = [:]

  init(_ context: @escaping () throws -> CommandContext) { self.context = context }

  func artist() throws -> EntityID {
    try find(.searchArtists, "the artist") { $0.text = "Pink Floyd" }
  }

  func album() throws -> EntityID {
    let artist = try artist()
    return try find(.artistAlbums, "the album") {
      $0.id = artist
      $0.title = "The Dark Side of the Moon"
    }
  }

  /// A song of the album that has a preview.
  func song() throws -> EntityID {
    let album = try album()
    return try find(.albumSongs, "a song with a preview", { $0.id = album }) { entity in
      if case .song(let song) = entity { song.previewURL != nil } else { false }
    }
  }

  private func find(
    _ method: Method,
    _ name: String,
    _ configure: (inout CallParameters) -> Void,
    where isSuitable: (Entity) -> Bool = { _ in true }
  ) throws -> EntityID {
    if let id = known[method] { return id }
    var parameters = CallParameters()
    configure(&parameters)
    let context = try context()
    defer { context.close() }
    guard let id = try context.call(method, parameters).items.first(where: isSuitable)?.id else {
      throw CommandFailure(
        "The sample sources do not contain \(name).",
        "This is a bug in the demo; please report it."
      )
    }
    known[method] = id
    return id
  }
}
