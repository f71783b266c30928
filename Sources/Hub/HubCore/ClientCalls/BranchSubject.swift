import BusProtocol
import MusicModel

/// The ids under which a provider is queried for the entity of a call.
struct BranchSubject: Sendable {
  /// The current id, if the call is about an entity.
  private(set) var id: EntityID?
  /// Whether sources say that it is an id of the entity, not only a user verdict or a guess.
  private(set) var isByFact = true
  /// The ids under which the provider has replied.
  private(set) var repliedIDs: [EntityID] = []
  /// Where the provider's list continues; `nil` at its beginning.
  private(set) var position: ListPosition?
  /// The records of earlier replies.
  private(set) var earlier: [Entity] = []

  mutating func select(_ id: EntityID, isByFact: Bool) {
    self.id = id
    self.isByFact = isByFact
  }

  /// Stores the records of the replies so far, before the provider is queried under the next id.
  mutating func selectNext(after ids: [EntityID], records: [Entity]) {
    repliedIDs = ids
    earlier = records
    position = nil
  }

  /// Continues the list of the provider at a position, after the records so far.
  mutating func selectPage(at position: ListPosition, after records: [Entity]) {
    self.position = position
    earlier = records
  }
}
