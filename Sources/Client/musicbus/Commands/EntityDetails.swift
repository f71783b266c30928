import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// The artist, album or song that an argument names, with its details.
struct EntityDetails {
  let subject: CommandContext.Subject
  let reply: Reply

  /// Finds the entity and requests its details.
  init(_ invocation: Invocation, _ context: CommandContext) throws {
    subject = try context.find(
      invocation[ExplainCommand.subject],
      as: EntityKind.searched,
      for: invocation
    )
    reply = try context.details(of: subject)
  }
}
