import Foundation
import HubCore
import MusicModel
import Testing

@testable import HubRuntime

@Suite("A line of the log")
struct HubLogTests {
  @Test("is words for people")
  func text() {
    let line = HubLog(level: .info).line(.warning, "It rains.", nil)
    #expect(line.hasSuffix("Z warning It rains."), "\(line)")
    let own = HubLog(level: .info).line(.info, "ready", ProviderID(rawValue: "a"))
    #expect(own.hasSuffix("Z info    [a] ready"), "\(own)")
  }

  @Test("or one object of JSON for programs")
  func json() throws {
    let log = HubLog(level: .info, format: .json)
    let line = log.line(.info, "says \"hello\"", ProviderID(rawValue: "a"))
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
    #expect(object?["level"] == "info")
    #expect(object?["text"] == "says \"hello\"")
    #expect(object?["provider"] == "a")
    #expect(object?["at"]?.hasSuffix("Z") == true)
  }
}
