import BusProtocol
import MusicModel

/// Errors that several machines report.
extension Failure {
  static let replyTooLarge = Failure(
    .tooLarge,
    "The reply does not fit into one message."
  )

  static func unknownMethod(_ method: Method) -> Failure {
    Failure(.methodUnknown, "Unknown method \"\(method)\".")
  }

  static func unknownProvider(
    _ id: ProviderID,
    known: [ProviderID],
    _ code: ErrorCode
  ) -> Failure {
    let names = known.map(\.rawValue).joined(separator: ", ")
    let list = names.isEmpty ? "none" : names
    return Failure(code, "Unknown provider \"\(id)\"; known providers: \(list).")
  }
}
