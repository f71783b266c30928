import BusProtocol
import EntityResolution
import FavoritesModel
import MusicModel

/// Adding a favourite: all that the sources know of it becomes its snapshot.
extension Hub {
  /// Answers where no source needs to be asked: it is a favourite already; or no source can be
  /// asked, and what is known from before has to do.
  mutating func isAddedAtOnce(
    _ parameters: CallParameters,
    _ ticket: PendingReply
  ) throws(Failure) -> Bool {
    guard let id = parameters.id, let get = id.kind.flatMap(MethodSpec.get) else { return false }
    if let fav = favorites.document.favorite(id) {
      var done = Done()
      done.results = [describe(fav, .exists, "\(id)")]
      answer(done, afterSaving: nil, ticket)
      return true
    }
    guard !providers.values.contains(where: { $0.serves(get) }), let known = entityIndex.merged(id)
    else {
      return false
    }
    add(known, id, Done(), ticket)
    return true
  }

  /// The sources have said what they know of it.
  mutating func addFavorite(_ one: Entity, _ call: ClientCall, _ sources: [SourceReport]) {
    guard let id = call.parameters.id, case .open = favorites.state else {
      let text = "The favourites \(favorites.path) are not open."
      return fail(call.key, Failure(.favoritesUnavailable, text))
    }
    let ticket = PendingReply(
      client: call.client,
      sid: clients[call.client]?.sid ?? "",
      call: call.id,
      // The change is made: it is worth a moment more than the sources had.
      mark: max(call.budget.mark, turn.now + FavoritesState.patienceMs)
    )
    forget(call)
    var done = Done()
    done.sources = sources
    add(one.known(also: id), id, done, ticket)
  }

  private mutating func add(
    _ entity: Entity,
    _ id: EntityID,
    _ done: Done,
    _ ticket: PendingReply
  ) {
    let answer = favorites.document.add([entity], now: favoritesNow, using: &favorites.random)
    var done = done
    done.results = answer.results.map { result in
      switch result {
      case .added(let fav): describe(fav, .added, "\(id)")
      case .alreadyThere(let fav): describe(fav, .exists, "\(id)")
      case .refused(let refusal): refused(refusal, "\(id)")
      }
    }
    self.answer(done, afterSaving: answer.change, ticket)
  }
}

extension FavoritesState {
  /// How long after its time a call may wait for the disk, in milliseconds. Clients wait that long.
  fileprivate static let patienceMs = 250
}
