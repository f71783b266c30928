import FoundationEssentials

/// JSON as the bus writes it: sorted members, so that equal values are equal bytes.
public enum BusCodec {
  /// Writes a value as one line of JSON.
  public static func encode(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value))
  }

  /// Reads a value; nesting deeper than the limit is refused before it is followed.
  public static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    from bytes: [UInt8]
  ) throws -> Value {
    guard depth(of: bytes, isAtMost: WireLimits.standard.depth) else { throw NestingTooDeep() }
    return try JSONDecoder().decode(type, from: Data(bytes))
  }

  /// What is wrong with JSON that could not be read, in words for a person.
  public static func describe(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "\(path(context))the member \"\(key.stringValue)\" is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "\(path(context))\(context.debugDescription)"
    case DecodingError.dataCorrupted(let context):
      "\(path(context))\(context.debugDescription)"
    case is NestingTooDeep:
      "JSON is nested deeper than \(WireLimits.standard.depth) levels"
    default:
      "\(error)"
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    let steps = context.codingPath.map(\.stringValue)
    return steps.isEmpty ? "" : steps.joined(separator: ".") + ": "
  }

  private static func depth(of bytes: [UInt8], isAtMost limit: Int) -> Bool {
    var depth = 0
    var inString = false
    var escaped = false
    for byte in bytes {
      if inString {
        if escaped {
          escaped = false
        } else if byte == UInt8(ascii: "\\") {
          escaped = true
        } else if byte == UInt8(ascii: "\"") {
          inString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): inString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth > limit { return false }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return true
  }

  private struct NestingTooDeep: Error {}
}
