import BusProtocol
import ClientKit
import MusicModel

/// Reading the arguments of a tool.
extension MCPTool {
  static let usualLimit = 20

  /// The form of a parameter; what is open in the protocol is limited to the words that mean something.
  static func form(of name: String) -> Parameter.Form? {
    switch name {
    case "albumKind": .words(AlbumKind.selectable.map(\.rawValue))
    default: Parameter.named[name]?.form
    }
  }

  /// The call that arguments ask for.
  ///
  /// Numbers, flags and lists may be written as texts; an empty text is the same as none.
  ///
  /// - Throws: `INVALID_PARAMS`, with what is expected.
  func call(_ arguments: [String: JSONValue]) throws(Failure) -> (Method, CallParameters) {
    if let unknown = arguments.keys.sorted().first(where: { !parameters.contains($0) }) {
      let known = parameters.joined(separator: ", ")
      throw Failure(.invalidParams, "\(name) has no argument \"\(unknown)\"; it has: \(known).")
    }
    var members: [String: JSONValue] = [:]
    for name in parameters {
      guard let argument = arguments[name], let form = MCPTool.form(of: name) else { continue }
      members[name] = try MCPTool.value(argument, form, of: name)
    }
    var read: CallParameters
    do {
      read = try JSONCodec.decode(from: JSONCodec.encode(JSONValue.object(members)))
    } catch {
      throw Failure(.invalidParams, "Invalid arguments: \(JSONCodec.describe(error)).")
    }
    read.country = read.country?.lowercased()
    if parameters.contains("limit") { read.limit = read.limit ?? MCPTool.usualLimit }
    let method = try method(for: read.id)
    do throws(Failure) {
      try read.check(for: method, receiver: .hub)
    } catch {
      throw Failure(.invalidParams, inItsWords(error.message, method))
    }
    return (method, read)
  }

  /// A sentence about a method, as one about the tool.
  func inItsWords(_ sentence: String, _ method: Method) -> String {
    sentence.replacing("\"\(method)\"", with: name).replacing(method.rawValue, with: name)
      .replacing("the parameter \"", with: "the argument \"")
  }

  /// The method that an id of this kind chooses.
  private func method(for id: EntityID?) throws(Failure) -> Method {
    let kinds = methods.map { method -> EntityKind? in
      if case .id(let kind)? = Methods[method]?.subject { kind } else { nil }
    }
    guard let id, kinds[0] != nil else { return methods[0] }
    if let index = kinds.firstIndex(of: id.kind) { return methods[index] }
    let wanted = kinds.compactMap(\.self).map { $0 == .song ? "a song" : "an \($0.rawValue)" }
      .joined(separator: " or ")
    let hint = id.kind == nil ? " \(Self.idHint)" : ""
    throw Failure(.invalidParams, "\(name) needs the id of \(wanted), not \"\(id)\".\(hint)")
  }

  /// The value that an argument stands for; `nil` if it says nothing.
  private static func value(
    _ argument: JSONValue,
    _ form: Parameter.Form,
    of name: String
  ) throws(Failure) -> JSONValue? {
    guard argument != .null, argument.text?.trimmed.isEmpty != true else { return nil }
    let value = typed(argument, form)
    switch (form, value) {
    case (.words(let words), _):
      guard let text = value.text, words.contains(text) else {
        let known = words.joined(separator: ", ")
        throw Failure(.invalidParams, "\"\(name)\" must be one of \(known), not \(argument.shown).")
      }
    case (.number, .integer), (.flag, .bool), (.text, .string), (.date, .string): break
    case (.id, .string(let text)): try check(id: text, name)
    case (.texts, .array(let elements)), (.ids, .array(let elements)):
      for element in elements {
        guard let text = element.text else {
          throw Failure(.invalidParams, "\"\(name)\" must be a list of texts.")
        }
        if !CallParameters.isKey(text) { try check(id: text, name) }
      }
    default:
      throw Failure(.invalidParams, "\"\(name)\" must be \(form.words), not \(argument.shown).")
    }
    return value
  }

  /// The argument in the form of its parameter, if it was written as a text or as another number.
  private static func typed(_ argument: JSONValue, _ form: Parameter.Form) -> JSONValue {
    switch (form, argument) {
    case (.number, .number(let number)):
      return Int(exactly: number).map { .integer($0) } ?? argument
    case (.text, .integer(let number)), (.date, .integer(let number)): return .string("\(number)")
    case (.words(let words), .string(let text)):
      let word = text.trimmed.lowercased()
      return words.first { $0.lowercased() == word }.map { .string($0) } ?? argument
    case (.number, .string(let text)), (.flag, .string(let text)):
      return form.value(text.trimmed.lowercased()) ?? argument
    case (.texts, .string(let text)), (.ids, .string(let text)):
      let list = try? JSONCodec.decode(JSONValue.self, from: Array(text.utf8))
      return list?.elements.map { .array($0) } ?? form.value(text) ?? argument
    case (.id, .string(let text)), (.date, .string(let text)): return .string(text.trimmed)
    default: return argument
    }
  }

  private static func check(id text: String, _ name: String) throws(Failure) {
    guard EntityID(text) == nil else { return }
    throw Failure(
      .invalidParams,
      "\"\(name)\" has \"\(text.prefix(200))\", which is not an id. \(idHint)"
    )
  }

  private static let idHint = """
    The results of searches have ids; resolve has that of a name, a URL, a bar code or an ISRC.
    """
}

extension JSONValue {
  /// The value in a message.
  fileprivate var shown: String {
    String(String(decoding: EncodedJSON(self).bytes, as: UTF8.self).prefix(100))
  }
}

extension Parameter.Form {
  /// The form in a message.
  fileprivate var words: String {
    switch self {
    case .text, .words: "a text"
    case .id: "an id"
    case .date: "a date such as 1973 or 1973-03-01"
    case .number: "a whole number"
    case .flag: "true or false"
    case .texts, .ids: "a list of texts"
    case .objects, .object, .counts: "an object"
    }
  }
}
