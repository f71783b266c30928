import Foundation
import HostKit
import HubCore
import MusicModel
import Testing

@testable import HubRuntime

@Suite("A line of the log")
struct LogLineRendererTests {
  @Test("is text with time, level and provider")
  func text() {
    let line = LogLineRenderer(format: .text).line(.warning, "It rains.", nil)
    #expect(line.hasSuffix("Z warning It rains."), "\(line)")
    let own = LogLineRenderer(format: .text).line(.info, "ready", ProviderID(rawValue: "a"))
    #expect(own.hasSuffix("Z info    [a] ready"), "\(own)")
  }

  @Test("has a format that the configuration knows")
  func formats() {
    for format in LogFormat.allCases {
      #expect(ConfigurationKey.logFormat.schema.valid(.string(format.rawValue)) != nil)
    }
  }

  @Test("contains nothing from outside that could forge a line or control a terminal")
  func hostile() {
    let bytes = LogLineRenderer(format: .text)
      .bytes(.info, "a\nb\u{1B}c\u{9B}d\u{85}e\u{2028}f\u{202E}g\u{FEFF}h\u{E0041}é")
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(" a b c d e f g h é\n"))
  }

  @Test("is a JSON object in the JSON format")
  func json() throws {
    let renderer = LogLineRenderer(format: .json)
    let line = renderer.line(.info, "says \"hello\"", ProviderID(rawValue: "a"))
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
    #expect(object?["level"] == "info")
    #expect(object?["text"] == "says \"hello\"")
    #expect(object?["provider"] == "a")
    #expect(object?["at"]?.hasSuffix("Z") == true)
  }
}
