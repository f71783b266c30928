import Foundation
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
