internal import MusicModel
internal import ZeroMQ

/// One message of the provider, read as far as it can be read.
struct ReceivedMessage: Sendable {
  var routing: RoutingID
  var type: String
  var header: JSONValue
  /// `{}` where it was left out or cannot be read.
  var body: JSONValue
  var attachment: [UInt8]?

  var id: String? { header["id"]?.text }
  var re: String? { header["re"]?.text }
  var sid: String? { header["sid"]?.text }
}

/// Something that a message breaks.
struct Finding: Hashable, Sendable {
  /// The check that fails by it.
  var check: String
  var problem: String

  init(_ check: String, _ problem: String) {
    self.check = check
    self.problem = problem
  }
}
