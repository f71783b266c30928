/// The short way between a header and its bytes.
///
/// Nearly every header is one flat object of plain ASCII texts and short whole numbers. Such a one is
/// read and written here, at a small part of what the general codec takes; the hub does both for
/// each message. Whatever else JSON allows — escapes, unknown or repeated members, other values — is
/// left to ``BusCodec``, and what both can do they do alike.
enum FastHeaderCodec {
  /// Reads a header, or gives nothing where that is to be left to the general codec.
  static func read(_ bytes: [UInt8]) -> Header? {
    var reader = Reader(bytes: bytes)
    return reader.header()
  }

  /// Writes a header, its members sorted, or gives nothing where a text needs escapes.
  static func write(_ header: Header) -> [UInt8]? {
    var writer = Writer()
    writer.add("id", header.id)
    writer.add("method", header.method?.rawValue)
    writer.add("re", header.re)
    writer.add("seq", header.seq)
    writer.add("sid", header.sid)
    writer.add("timeoutMs", header.timeoutMs)
    writer.add("type", header.type.rawValue)
    return writer.finished()
  }

  /// Whether a byte stands for itself within a text of JSON.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private struct Reader {
    let bytes: [UInt8]
    private var place = 0

    private var type: MessageType?
    private var texts: (id: String?, re: String?, sid: String?, method: String?)
    private var numbers: (seq: Int?, timeoutMs: Int?)

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func header() -> Header? {
      guard take("{") else { return nil }
      repeat {
        guard let name = text(), take(":"), readValue(of: name) else { return nil }
      } while take(",")
      guard take("}"), place == bytes.count, let type else { return nil }
      return Header(
        type: type,
        id: texts.id,
        re: texts.re,
        sid: texts.sid,
        method: texts.method.map { Method(rawValue: $0) },
        seq: numbers.seq,
        timeoutMs: numbers.timeoutMs
      )
    }

    private mutating func readValue(of name: String) -> Bool {
      switch name {
      case "seq":
        let value = number()
        return Reader.fill(&numbers.seq, value)
      case "timeoutMs":
        let value = number()
        return Reader.fill(&numbers.timeoutMs, value)
      default:
        guard let text = text() else { return false }
        return fill(name, text)
      }
    }

    private mutating func fill(_ name: String, _ text: String) -> Bool {
      switch name {
      case "type": Reader.fill(&type, MessageType(rawValue: text))
      case "id": Reader.fill(&texts.id, text)
      case "re": Reader.fill(&texts.re, text)
      case "sid": Reader.fill(&texts.sid, text)
      case "method": Reader.fill(&texts.method, text)
      default: false
      }
    }

    /// - Returns: false where there is no value, or one already.
    private static func fill<Value>(_ member: inout Value?, _ value: Value?) -> Bool {
      guard member == nil else { return false }
      member = value
      return value != nil
    }

    private mutating func text() -> String? {
      guard take("\"") else { return nil }
      let start = place
      while place < bytes.count, FastHeaderCodec.isPlain(bytes[place]) { place += 1 }
      let text = String(decoding: bytes[start..<place], as: UTF8.self)
      guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return nil }
      place += 1
      skipSpaces()
      return text
    }

    /// Up to nine digits, as JSON writes them.
    private mutating func number() -> Int? {
      let start = place
      var number = 0
      while place < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) {
        guard place - start < 9 else { return nil }
        number = number * 10 + Int(bytes[place] - UInt8(ascii: "0"))
        place += 1
      }
      guard place > start, bytes[start] != UInt8(ascii: "0") || place == start + 1 else {
        return nil
      }
      skipSpaces()
      return number
    }

    /// Takes a sign, and the spaces behind it.
    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
      guard place < bytes.count, bytes[place] == UInt8(ascii: sign) else { return false }
      place += 1
      if sign != "\"" && sign != "}" { skipSpaces() }
      return true
    }

    private mutating func skipSpaces() {
      while place < bytes.count, bytes[place] == UInt8(ascii: " ") { place += 1 }
    }
  }

  private struct Writer {
    private var bytes: [UInt8] = []
    private var isPlain = true

    init() {
      bytes.reserveCapacity(160)
    }

    mutating func add(_ name: StaticString, _ text: String?) {
      guard let text else { return }
      begin(name)
      bytes.append(UInt8(ascii: "\""))
      for byte in text.utf8 {
        isPlain = isPlain && FastHeaderCodec.isPlain(byte)
        bytes.append(byte)
      }
      bytes.append(UInt8(ascii: "\""))
    }

    mutating func add(_ name: StaticString, _ number: Int?) {
      guard let number else { return }
      begin(name)
      bytes.append(contentsOf: String(number).utf8)
    }

    private mutating func begin(_ name: StaticString) {
      bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
      bytes.append(UInt8(ascii: "\""))
      name.withUTF8Buffer { bytes.append(contentsOf: $0) }
      bytes.append(UInt8(ascii: "\""))
      bytes.append(UInt8(ascii: ":"))
    }

    mutating func finished() -> [UInt8]? {
      bytes.append(UInt8(ascii: "}"))
      return isPlain ? bytes : nil
    }
  }
}
