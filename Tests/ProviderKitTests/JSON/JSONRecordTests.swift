import BusProtocol
import MusicModel
import ProviderKit
import Testing

@Suite("A JSON record")
struct JSONRecordTests {
  let record = JSONRecord([
    "name": "  Air ", "empty": " ", "null": .null, "number": 12, "float": .number(12),
    "half": .number(12.5),
    "digits": " 1973 ", "list": [["a": 1], 2], "object": ["a": 1], "flag": true,
  ])

  @Test("returns trimmed text, and numbers as text")
  func text() {
    #expect(record.text("name") == "Air")
    #expect(record.text("number") == "12")
    for missing in ["empty", "null", "list", "flag", "nothing"] {
      #expect(record.text(missing) == nil)
    }
  }

  @Test("returns integers in any representation")
  func integer() {
    #expect(record.integer("number") == 12)
    #expect(record.integer("float") == 12)
    #expect(record.integer("digits") == 1973)
    for missing in ["half", "name", "null", "flag", "nothing"] {
      #expect(record.integer(missing) == nil)
    }
  }

  @Test("returns numbers in any representation")
  func number() {
    #expect(record.number("half") == 12.5)
    #expect(record.number("number") == 12)
    #expect(record.number("digits") == 1973)
    #expect(JSONRecord(["a": "nan", "b": "inf"]).number("b") == nil)
  }

  @Test("treats a single object as a list of one and null as an empty list")
  func list() throws {
    #expect(try record.list("list").count == 2)
    #expect(try record.list("object") == [["a": 1]])
    #expect(try record.list("null").isEmpty)
    #expect(record.records("list") == [JSONRecord(["a": 1])])
  }

  @Test(
    "rejects other values as lists, naming the member",
    arguments: ["nothing", "number", "name"]
  )
  func notList(_ name: String) {
    let failure = #expect(throws: Failure.self) { try record.list(name) }
    #expect(failure?.code == .upstreamBadData)
    #expect(failure?.message.contains("\"\(name)\"") == true)
  }
}

@Suite("Text of an upstream")
struct PlainTextTests {
  @Test(
    "is freed of HTML entities",
    arguments: [
      ("Rock &amp; Roll", "Rock & Roll"),
      ("&lt;3 &quot;x&quot; &#39;y&#x27;", "<3 \"x\" 'y'"),
      ("Beyonc&#xe9;", "Beyoncé"),
      ("AT&T; & Co", "AT&T; & Co"),
      ("&;&#;&#x;&#xFFFFFFFF;&#1;", "&;&#;&#x;&#xFFFFFFFF;&#1;"),
      ("a & b", "a & b"),
      ("&", "&"),
      ("&amp", "&amp"),
    ]
  )
  func entities(_ text: String, _ plain: String) {
    #expect(text.decodingHTMLEntities == plain)
  }

  @Test("is trimmed", arguments: [(" a b\n", "a b"), ("\u{A0}x", "x"), (" ", "")])
  func trimmed(_ text: String, _ plain: String) {
    #expect(text.trimmed == plain)
  }
}
