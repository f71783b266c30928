import MusicModel

/// The client call for which a waiter waits, and the use of the reply.
struct CallWaiter: Sendable {
  enum Purpose: Hashable, Sendable {
    /// The reply is part of the result.
    case reply
    /// The provider's id of an entity is searched.
    case linking(EntityID, as: SearchTerms)
    /// One of several artists of a name is looked up.
    case namesake
    /// The bytes of a picture or sound.
    case media
  }

  /// `nil` if the call has ended without the reply, which is stored when it arrives.
  var call: ClientCallID?
  let purpose: Purpose
}
