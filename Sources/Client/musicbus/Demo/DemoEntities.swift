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
    try find(.search(.artist, "Pink Floyd"), "the artist")
  }

  func album() throws -> EntityID {
    let albums = Call.albums(ofArtist: try artist())
    return try find(albums.with { $0.title = "The Dark Side of the Moon" }, "the album")
  }

  /// A song of the album that has a preview.
  func song() throws -> EntityID {
    try find(.songs(of: try album()), "a song with a preview") { entity in
      if case .song(let song) = entity { song.previewURL != nil } else { false }
    }
  }

  private func find(
    _ call: Call<Reply>,
    _ name: String,
    where isSuitable: (Entity) -> Bool = { _ in true }
  ) throws -> EntityID {
    if let id = known[call.method] { return id }
    let context = try context()
    defer { context.close() }
    guard let id = try context.call(call).items.first(where: isSuitable)?.id else {
      throw CommandFailure(
        "The sample sources do not contain \(name).",
        "This is a bug in the demo; please report it."
      )
    }
    known[call.method] = id
    return id
  }
}
