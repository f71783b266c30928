import BusProtocol
import MusicModel

/// Messages and entities for the tests.
enum Sample {
  static func id(_ number: Int) throws -> EntityID {
    try EntityID(namespace: "itunes", type: "artist", value: String(number)).orThrow()
  }

  static func artist(_ number: Int, _ name: String = "Artist") throws -> Entity {
    .artist(Artist(id: try id(number), name: name))
  }

  static func part(_ body: Part, of call: String?, seq: Int) throws -> WireMessage {
    try WireMessage(Header(type: .part, re: call, seq: seq), body)
  }

  static func done(_ body: Done, of call: String?, attachment: [UInt8]? = nil) throws -> WireMessage
  {
    try WireMessage(Header(type: .done, re: call), body, attachment: attachment)
  }

  static func failure(_ code: ErrorCode, of call: String?) throws -> WireMessage {
    try WireMessage(Header(type: .error, re: call), Failure(code, "It failed."))
  }
}

struct Missing: Error {}

extension Optional {
  func orThrow() throws -> Wrapped {
    guard let self else { throw Missing() }
    return self
  }
}
