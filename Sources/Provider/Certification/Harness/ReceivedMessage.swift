internal import MusicModel
internal import ZeroMQ

/// A message of the provider, read leniently.
struct ReceivedMessage: Sendable {
  var routing: RoutingID
  var type: String
  var header: JSONValue
  /// `{}` if it is missing or invalid.
  var body: JSONValue
  var attachment: [UInt8]?

  var id: String? { header["id"]?.text }
  var re: String? { header["re"]?.text }
  var sid: String? { header["sid"]?.text }
}

/// A violation found in a message.
struct Finding: Hashable, Sendable {
  /// The check that fails.
  var check: String
  var problem: String

  init(_ check: String, _ problem: String) {
    self.check = check
    self.problem = problem
  }
}
