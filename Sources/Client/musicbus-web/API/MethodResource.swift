import BusProtocol
import HTTPServer
import JSON
import MusicModel

/// The resource of one bus method: `/api/1/NAME`.
struct MethodResource: Sendable {
  let spec: MethodSpec

  /// Methods that are streams of changes, not calls with a reply.
  static let excluded: Set<Method> = [.hubWatch]

  /// The parameter of each resource besides those of the method: the time limit of the call.
  static let timeoutName = "timeoutMs"

  /// The form of a parameter; unknown ones are texts.
  func form(of name: String) -> Parameter.Form {
    if name == MethodResource.timeoutName { return .number(Header.timeoutMsAllowed) }
    return spec.client.used.first { $0.name == name }?.form ?? .text
  }

  /// Every method with a resource, in the order of the registry.
  static let all = Methods.all.filter { !excluded.contains($0.method) }.map(MethodResource.init)

  init(spec: MethodSpec) { self.spec = spec }

  init?(_ name: String) {
    let method = Method(rawValue: name)
    guard let spec = Methods[method], !MethodResource.excluded.contains(method) else { return nil }
    self.spec = spec
  }

  var isRead: Bool { spec.isReadOnly }

  /// The HTTP methods that it supports.
  var allowedMethods: [String] { isRead ? ["GET", "HEAD"] : ["POST"] }

  /// Whether the reply can be streamed.
  var canStream: Bool {
    if case .list = spec.result { true } else { spec.gives.contains("ids") }
  }

  /// The parameters of a call.
  struct Call: Sendable {
    var parameters: CallParameters
    var timeoutMs: Int
  }

  /// Reads the parameters of a request.
  ///
  /// - Throws: ``Problem`` if the HTTP method is wrong, or a parameter is unknown or invalid.
  func call(_ request: HTTPRequest) throws(Problem) -> Call {
    let isReading = request.method != "POST"
    guard isReading == isRead else {
      var problem = Problem(
        405,
        .methodUnknown,
        "\"\(spec.method)\" must be called with \(isRead ? "GET" : "POST")."
      )
      problem.allow = allowedMethods.joined(separator: ", ")
      throw problem
    }
    var members = try isRead ? queryMembers(request.target) : bodyMembers(request.body)
    var timeoutMs = spec.usualTimeoutMs
    if let value = members.removeValue(forKey: MethodResource.timeoutName) {
      guard let number = value.integer, Header.timeoutMsAllowed.contains(number) else {
        let maxMs = Header.timeoutMsAllowed.upperBound
        throw Problem(400, .invalidParams, "\"timeoutMs\" must be 1 to \(maxMs).")
      }
      timeoutMs = number
    }
    return Call(parameters: try parameters(members), timeoutMs: timeoutMs)
  }

  private func parameters(_ members: [String: JSONValue]) throws(Problem) -> CallParameters {
    let known = spec.client.names
    if let name = members.keys.sorted().first(where: { !known.contains($0) }) {
      let list = known.joined(separator: ", ")
      let used = known.isEmpty ? "has no parameters" : "uses \(list)"
      throw Problem(
        400,
        .invalidParams,
        "Unknown parameter \"\(name.prefix(100))\"; \"\(spec.method)\" \(used)."
      )
    }
    do {
      var parameters: CallParameters =
        try JSONCodec.decode(from: try JSONCodec.encode(JSONValue.object(members)))
      // The bus has one spelling of a country; a browser may send another.
      parameters.country = parameters.country?.lowercased()
      return parameters
    } catch {
      throw Problem(400, .invalidParams, "Invalid parameters: \(JSONCodec.describe(error)).")
    }
  }

  private func queryMembers(_ target: HTTPTarget) throws(Problem) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for item in target.query {
      guard members[item.name] == nil,
        let value = form(of: item.name).value(item.value)
      else {
        throw Problem(400, .invalidParams, "Invalid value for \"\(item.name.prefix(100))\".")
      }
      members[item.name] = value
    }
    return members
  }

  private func bodyMembers(_ body: [UInt8]) throws(Problem) -> [String: JSONValue] {
    guard !body.isEmpty else { return [:] }
    do {
      let value: JSONValue = try JSONCodec.decode(from: body)
      if let members = value.members { return members }
    } catch {
      throw Problem(400, .invalidParams, "Invalid body: \(JSONCodec.describe(error)).")
    }
    throw Problem(400, .invalidParams, "The body must be a JSON object.")
  }
}
