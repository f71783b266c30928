import BusProtocol
import TestKit

/// The files of `Protocol/registry`, as far as tests look into them.
enum Registry {
  static var errors: [ErrorEntry] { get throws { try read(Errors.self, "errors").errors } }
  static var types: [TypeEntry] { get throws { try read(Types.self, "types").types } }
  static var outcomes: [OutcomeEntry] {
    get throws { try read(Outcomes.self, "outcomes").outcomes }
  }
  static var methods: Methods { get throws { try read(Methods.self, "methods") } }
  static var namespaces: Namespaces { get throws { try read(Namespaces.self, "namespaces") } }

  struct ErrorEntry: Decodable {
    var code: String
    var `class`: String
    var retry: String
    var sentIn: [String]
    var message: String
    var meaning: String
    var since: String
  }

  struct TypeEntry: Decodable {
    var name: String
    var purpose: String
    var directions: [String]
    var header: [String]
    var body: String
    var terminal: Bool?
    var attachment: Bool?
  }

  struct OutcomeEntry: Decodable {
    var outcome: String
    var missing: Bool
    var meaning: String
  }

  struct MethodEntry: Decodable {
    var name: String
    var result: String
    var items: [String]?
    var provider: Parameters?
    var client: Parameters
  }

  struct Parameters: Decodable {
    var required: [String]
    var anyOf: [String]?
    var optional: [String]
    var groups: [String]?
  }

  struct Methods: Decodable {
    var groups: [String: [String]]
    var methods: [MethodEntry]
    var reserved: Reserved

    struct Reserved: Decodable {
      var names: [String]
    }
  }

  struct NamespaceEntry: Decodable {
    var namespace: String
    var order: Int?
    var types: [String]
    var value: String
    var example: String
  }

  struct Namespaces: Decodable {
    var types: [String: String]
    var namespaces: [NamespaceEntry]
  }

  /// The classes of errors, and the words of retry advice.
  static var words: (classes: Set<String>, retry: Set<String>) {
    get throws {
      let errors = try read(Errors.self, "errors")
      return (Set(errors.classes.keys), Set(errors.retry.keys))
    }
  }

  private struct Errors: Decodable {
    var classes: [String: String]
    var retry: [String: String]
    var errors: [ErrorEntry]
  }
  private struct Types: Decodable { var types: [TypeEntry] }
  private struct Outcomes: Decodable { var outcomes: [OutcomeEntry] }

  private static func read<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
    try JSONCodec.decode(type, from: PackageRoot.bytes("Protocol/registry/\(name).json"))
  }
}
