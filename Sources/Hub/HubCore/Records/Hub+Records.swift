import BusProtocol
import MusicModel

/// The methods about records that are answered without asking any provider.
extension Hub {
  /// - Returns: whether the method is one of them; it is answered then, or will be.
  mutating func answeredFromRecords(
    _ method: Method,
    _ parameters: CallParameters,
    of header: Header,
    _ session: ClientSession
  ) throws(Failure) -> Bool {
    switch method {
    case .sayRecordsSame, .sayRecordsDifferent, .undoVerdict:
      try parameters.check(for: method, receiver: .hub)
      try order(method, parameters, of: header, session)
    case .previewPolicy:
      try parameters.check(for: method, receiver: .hub)
      let done = try preview(parameters)
      guard send(Header(type: .done, re: header.id, sid: session.sid), done, to: session.peer)
      else {
        throw Failure(.tooLarge, "There are too many changes for one message; lower \"limit\".")
      }
    default: return false
    }
    return true
  }
}
