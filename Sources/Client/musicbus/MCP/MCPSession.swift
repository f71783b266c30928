import BusProtocol
import MusicModel

/// The Model Context Protocol, as far as tools need it: messages in, messages and calls out.
///
/// It serves both eras of the protocol: that of 2025-11-25 and before, which begins with `initialize`, and
/// that of 2026-07-28, in which each request names its version. A request says to which one it belongs.
struct MCPSession: Sendable {
  /// What is to be done about a message.
  enum Effect: Sendable {
    case send(JSONValue)
    /// A tool is called; the reply has this id, in this era.
    case call(MCPRequest, MCPTool, Method, CallParameters)
    /// The reply to this request is not wanted any more.
    case cancel(JSONValue)
  }

  static let modern = "2026-07-28"
  /// The newest first.
  static let legacy = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
  static let maxLineBytes = 4 * 1024 * 1024
  /// The tools change only with the program.
  private static let toolsFreshMs = 3_600_000

  let tools: [MCPTool]

  init(allowsChanges: Bool) {
    tools = MCPTool.all.filter { allowsChanges || $0.isReadOnly }
  }

  /// Handles a line.
  func receive(_ line: [UInt8]) -> Effect? {
    let message: JSONValue
    do {
      message = try JSONCodec.decode(from: line)
    } catch {
      return .send(MCPSession.error(.null, .parse, "Parse error: \(JSONCodec.describe(error))."))
    }
    guard let members = message.members, let method = members["method"]?.text else {
      // A response: this server requests nothing.
      if message["result"] != nil || message["error"] != nil { return nil }
      return .send(MCPSession.error(.null, .invalid, "The message is not a request."))
    }
    let parameters = members["params"]?.members ?? [:]
    guard let id = members["id"] else { return notified(method, parameters) }
    guard id.text != nil || id.integer != nil else {
      return .send(
        MCPSession.error(.null, .invalid, "The id of a request is a text or a whole number.")
      )
    }
    let version = parameters["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.text
    if let version, version != MCPSession.modern {
      let data: JSONValue = [
        "supported": [.string(MCPSession.modern)], "requested": .string(version),
      ]
      return .send(
        MCPSession.error(id, .unsupportedVersion, "Unsupported version \(version).", data)
      )
    }
    return handle(MCPRequest(id: id, isModern: version != nil), method, parameters)
  }

  private func notified(_ method: String, _ parameters: [String: JSONValue]) -> Effect? {
    guard method == "notifications/cancelled", let id = parameters["requestId"] else { return nil }
    return .cancel(id)
  }

  private func handle(
    _ request: MCPRequest,
    _ method: String,
    _ parameters: [String: JSONValue]
  ) -> Effect {
    switch method {
    case "initialize":
      let wanted = parameters["protocolVersion"]?.text ?? ""
      let version = MCPSession.legacy.contains(wanted) ? wanted : MCPSession.legacy[0]
      return .send(
        request.result([
          "protocolVersion": .string(version), "capabilities": ["tools": [:]],
          "serverInfo": MCPSession.server, "instructions": .string(MCPSession.instructions),
        ])
      )
    case "server/discover":
      return .send(
        request.result([
          "supportedVersions": [.string(MCPSession.modern)], "capabilities": ["tools": [:]],
          "instructions": .string(MCPSession.instructions),
          "ttlMs": .integer(MCPSession.toolsFreshMs), "cacheScope": "private",
          "_meta": ["io.modelcontextprotocol/serverInfo": MCPSession.server],
        ])
      )
    case "ping": return .send(request.result([:]))
    case "tools/list":
      guard parameters["cursor"] == nil else {
        return .send(MCPSession.error(request.id, .parameters, "There is one page of tools."))
      }
      var result: [String: JSONValue] = ["tools": .array(tools.map(\.declaration))]
      if request.isModern {
        result["ttlMs"] = .integer(MCPSession.toolsFreshMs)
        result["cacheScope"] = "private"
      }
      return .send(request.result(result))
    case "tools/call": return call(request, parameters)
    default:
      return .send(MCPSession.error(request.id, .method, "Unknown method \(method.prefix(100))."))
    }
  }

  private func call(_ request: MCPRequest, _ parameters: [String: JSONValue]) -> Effect {
    let name = parameters["name"]?.text ?? ""
    guard let tool = tools.first(where: { $0.name == name }) else {
      let isHidden = MCPTool.all.contains { $0.name == name }
      let reason =
        isHidden
        ? "The tool \(name) changes something; start the server with --allow-changes."
        : "Unknown tool \"\(name.prefix(100))\"."
      return .send(MCPSession.error(request.id, .parameters, reason))
    }
    let arguments = parameters["arguments"] ?? [:]
    guard let arguments = arguments.members else {
      return .send(MCPSession.error(request.id, .parameters, "\"arguments\" must be an object."))
    }
    do throws(Failure) {
      let (method, parameters) = try tool.call(arguments)
      return .call(request, tool, method, parameters)
    } catch {
      return .send(request.failure(error.message))
    }
  }

  private static let server: JSONValue = [
    "name": "musicbus", "title": "MusicBus", "version": .string(MusicBusVersion.current),
  ]

  private static let instructions = """
    MusicBus searches several music sources and merges what they know about artists, albums and songs. \
    Begin with a search; its results have ids, which the other tools take. "sources" says what became of \
    each source: results of those that are late or rate limited are missing. A reply with "next" goes on: \
    call again with it as "offset".
    """

  /// The codes of JSON-RPC, and those that MCP adds.
  enum Code: Int {
    case parse = -32700
    case invalid = -32600
    case method = -32601
    case parameters = -32602
    case unsupportedVersion = -32022
  }

  static func error(
    _ id: JSONValue,
    _ code: Code,
    _ message: String,
    _ data: JSONValue? = nil
  ) -> JSONValue {
    let sentence = JSONValue.string(MCPResult.sentence(message))
    var error: [String: JSONValue] = ["code": .integer(code.rawValue), "message": sentence]
    error["data"] = data
    return ["jsonrpc": "2.0", "id": id, "error": .object(error)]
  }
}

/// A request that is to be replied to.
struct MCPRequest: Sendable {
  let id: JSONValue
  /// Whether it is of 2026-07-28 or later.
  let isModern: Bool

  func result(_ members: [String: JSONValue]) -> JSONValue {
    var members = members
    if isModern { members["resultType"] = "complete" }
    return ["jsonrpc": "2.0", "id": id, "result": .object(members)]
  }

  /// The result of a tool: a JSON object, and the same as text for clients that read only that.
  func result(of tool: JSONValue) -> JSONValue {
    let text = String(decoding: EncodedJSON(tool).bytes, as: UTF8.self)
    return result([
      "content": [["type": "text", "text": .string(text)]], "structuredContent": tool,
      "isError": false,
    ])
  }

  /// The result of a tool that failed, with what an assistant can do about it.
  func failure(_ text: String) -> JSONValue {
    let sentence = JSONValue.string(MCPResult.sentence(text))
    return result(["content": [["type": "text", "text": sentence]], "isError": true])
  }
}
