internal import Glibc
internal import JSON
package import MusicModel

/// `config.json`: the sections `hub`, `client` and, for each provider, `providers.<id>`.
///
/// It contains API keys, so that only its owner may read it. It contains commands, so that nobody else
/// may write it.
package struct ConfigurationFile: Hashable, Sendable {
  /// The variable with the section of a provider, as JSON, for programs that run it without a hub.
  package static let sectionVariable = "MUSICBUS_PROVIDER_CONFIG"

  package let path: String
  /// The whole document, including unknown members.
  package private(set) var contents: [String: JSONValue]

  /// Reads the file. A missing one is empty.
  ///
  /// - Throws: ``ConfigurationError/untrusted`` if another user could have written it.
  package init(at path: String) throws(ConfigurationError) {
    self.path = path
    guard let trusted = try ConfigurationFile.trusted(path) else {
      contents = [:]
      return
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileDescriptor(trusted, O_RDONLY).readAll(atMost: ConfigurationFile.maxBytes)
    } catch {
      throw .unreadable(error)
    }
    contents = try ConfigurationFile.parse(bytes, path)
  }

  /// A path for reading the file; `nil` if there is none.
  private static func trusted(_ path: String) throws(ConfigurationError) -> String? {
    let problem: OwnershipError
    do throws(OwnershipError) {
      return try OwnershipCheck.check(path)
    } catch {
      problem = error
    }
    guard case .unreadable(let error) = problem else { throw .untrusted(problem) }
    guard error.code == ENOENT else { throw .unreadable(error) }
    do throws(SystemError) {
      try RegularFile.check(path)
    } catch {
      throw .unreadable(error)
    }
    return nil
  }

  /// The maximum size of the file.
  package static let maxBytes = 1024 * 1024

  private static func parse(
    _ bytes: [UInt8],
    _ path: String
  ) throws(ConfigurationError) -> [String: JSONValue] {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(bytes, .configuration)
    } catch {
      let (line, column) = error.position(in: bytes)
      throw .invalid(path: path, line: line, column: column, "\(error)")
    }
    guard let members = value.members else {
      throw .invalid(path: path, line: 1, column: 1, "the document must be an object")
    }
    return members
  }

  /// The value at a path such as `providers.audiodb.apiKey`.
  package subscript(_ path: ConfigurationPath) -> JSONValue? {
    var value: JSONValue? = .object(contents)
    for name in path.names { value = value?[name] }
    return value
  }

  /// The value of a key: its default if it is not set or not valid, `nil` if it has none.
  package subscript(_ key: ConfigurationKey) -> JSONValue? {
    (try? validValue(of: key)) ?? key.schema.defaultValue
  }

  /// The value that a key is set to; `nil` if it is not set.
  ///
  /// - Throws: ``ConfigurationError/invalidValue`` if it is not valid.
  package func validValue(of key: ConfigurationKey) throws(ConfigurationError) -> JSONValue? {
    guard let value = self[key.path] else { return nil }
    if let valid = key.schema.valid(value) { return valid }
    let expectation = key.schema.expectation
    throw .invalidValue(key.path, value.quoted, expected: expectation, file: path)
  }

  /// What is wrong with the whole file, sorted by name. What is in the sections of providers is not checked.
  package func warnings() -> [ConfigurationWarning] {
    let names = providerSections.keys.filter { ProviderID(rawValue: $0) == nil }.map { name in
      ConfigurationWarning(
        path: ConfigurationPath(["providers", name]),
        message: "This is not a provider id: lower-case letters, digits, \"-\" and \".\" only."
      )
    }
    let problems = ConfigurationSchema.musicBus.problems(of: .object(contents), atMost: .max)
    return (names + problems).sorted { $0.path.names.lexicographicallyPrecedes($1.path.names) }
  }

  /// A whole section; an empty object if it does not exist.
  package func section(_ path: ConfigurationPath) -> JSONValue { self[path] ?? .object([:]) }

  /// The sections of providers, by their names.
  package var providerSections: [String: JSONValue] {
    (contents["providers"]?.members ?? [:]).filter { name, _ in
      ConfigurationPath(["providers", name]).isOfProvider
    }
  }

  /// Sets or removes a value, creating parent objects as needed; other values in the way are
  /// replaced.
  package mutating func set(_ value: JSONValue?, at path: ConfigurationPath) {
    contents =
      ConfigurationFile.replacing(path.names[...], with: value, in: .object(contents)).members
      ?? [:]
  }

  private static func replacing(
    _ names: ArraySlice<String>,
    with value: JSONValue?,
    in whole: JSONValue?
  ) -> JSONValue {
    guard let name = names.first else { return value ?? .object([:]) }
    var members = whole?.members ?? [:]
    if names.count == 1 {
      members[name] = value
    } else if value != nil || members[name] != nil {
      let inner = replacing(names.dropFirst(), with: value, in: members[name])
      // Removing a value also removes sections that become empty.
      members[name] = value == nil && inner == .object([:]) ? nil : inner
    }
    return .object(members)
  }

  /// Replaces the file atomically.
  package func save() throws(ConfigurationError) {
    do {
      let text = JSONValue.object(contents).prettyPrinted
      try HubPaths.makeDirectory(parentDirectory(of: path))
      try replaceFile(path, with: Array("\(text)\n".utf8))
    } catch let error as PathError {
      throw .noDirectory(error)
    } catch let error as SystemError {
      throw .unwritable(error)
    } catch {
      // Numbers that JSON cannot hold do not come out of JSON.
      throw .unwritable(SystemError("write \(path)", code: EINVAL))
    }
  }
}

/// The reason why the configuration cannot be used.
package enum ConfigurationError: UserFacingError, Hashable {
  case invalid(path: String, line: Int, column: Int, String)
  /// A value that its key does not accept.
  case invalidValue(ConfigurationPath, String, expected: String, file: String)
  case unreadable(SystemError)
  /// Another user could have written it.
  case untrusted(OwnershipError)
  case unwritable(SystemError)
  case noDirectory(PathError)
  /// A path such as `client..player`.
  case notAPath(String)

  package var message: String {
    switch self {
    case .invalid(let path, let line, let column, let message):
      "Invalid configuration \(path), line \(line), column \(column): \(message)."
    case .invalidValue(let path, let value, let expected, let file):
      "Invalid \(path) in \(file): \(value); expected \(expected)."
    case .unreadable(let error), .unwritable(let error): error.message
    case .untrusted(let error): "The configuration is not used: \(error.message)"
    case .noDirectory(let error): error.message
    case .notAPath(let text): "\"\(text)\" is not a valid configuration key."
    }
  }

  package var hint: String {
    switch self {
    case .invalid: "Fix it, or remove it to use the defaults."
    case .invalidValue(let path, _, _, _): "Correct it: musicbus config set \(path) VALUE"
    case .unreadable(let error), .unwritable(let error): error.hint
    case .untrusted(let error): error.hint
    case .noDirectory(let error): error.hint
    case .notAPath: "Write names with dots between them, such as client.player."
    }
  }
}
