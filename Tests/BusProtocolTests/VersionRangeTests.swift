import BusProtocol
import Testing

@Suite("Versions of the protocol")
struct VersionRangeTests {
  @Test(
    "settle on the highest that both sides speak",
    arguments: [
      ("1.0–1.0", "1.0–1.0", "1.0"),
      ("1.0–1.4", "1.0–1.0", "1.0"),
      ("1.0–1.0", "1.0–1.4", "1.0"),
      ("1.0–1.4", "1.2–1.7", "1.4"),
      ("1.2–1.7", "1.0–1.4", "1.4"),
      ("1.3–1.3", "1.0–1.9", "1.3"),
      ("1.0–1.2", "1.2–1.4", "1.2"),
      ("1.0–1.10", "1.9–1.12", "1.10"),
      ("2.1–2.3", "2.0–2.2", "2.2"),
    ]
  )
  func common(_ ours: String, _ theirs: String, _ expected: String) throws {
    let version = try range(ours).highestCommon(with: range(theirs))
    #expect(version?.description == expected)
  }

  @Test(
    "have nothing in common",
    arguments: [
      ("1.0–1.2", "1.3–1.7"),
      ("1.3–1.7", "1.0–1.2"),
      ("1.0–1.9", "2.0–2.0"),
      ("2.0–2.0", "1.0–1.9"),
      // Upside down.
      ("1.0–1.4", "1.3–1.1"),
      // Over two majors: which minors of 1 would that be?
      ("1.0–1.4", "1.0–2.0"),
      ("1.0–2.0", "1.0–1.4"),
      ("1.0–2.0", "1.0–2.0"),
    ]
  )
  func nothing(_ ours: String, _ theirs: String) throws {
    #expect(try range(ours).highestCommon(with: range(theirs)) == nil)
  }

  @Test("are listed one by one in a reject")
  func listed() throws {
    #expect(try range("1.0–1.2").listed.map(\.description) == ["1.0", "1.1", "1.2"])
    #expect(try range("1.0–1.0").listed.map(\.description) == ["1.0"])
    #expect(try range("1.2–1.0").listed == [])
    #expect(try range("1.0–2.0").listed == [])
  }

  @Test("are read as two plain numbers and nothing else")
  func text() {
    for text in ["0.0", "1.0", "1.10", "999.999"] {
      #expect(ProtocolVersion(text)?.description == text)
    }
    for text in [
      "", "1", "1.", ".0", "1.0.0", "01.0", "1.00", "+1.0", "-1.0", "1000.0", "1.x", "１.0",
    ] {
      #expect(ProtocolVersion(text) == nil, "\(text)")
    }
  }

  @Test("are ordered as numbers, not as text")
  func order() throws {
    #expect(try version("1.9") < version("1.10"))
    #expect(try version("1.99") < version("2.0"))
    #expect(VersionRange.supported.max == ProtocolVersion.current)
    #expect(VersionRange.supported.highestCommon(with: .supported) == .current)
  }

  private func version(_ text: String) throws -> ProtocolVersion {
    try #require(ProtocolVersion(text))
  }

  private func range(_ text: String) throws -> VersionRange {
    let ends = text.split(separator: "–").map(String.init)
    return VersionRange(min: try version(ends[0]), max: try version(ends[1]))
  }
}
