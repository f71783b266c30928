import BusProtocol
import CommandKit
import HostKit
import TestKit
import Testing

@testable import musicbus

@Suite("The list of providers", .timeLimit(.minutes(10)))
struct ProvidersCommandTests {
  @Test("names the providers that there are if a wanted one is not among them")
  func unknown() throws {
    let directory = try TestDirectory()
    let environment: Environment = ["MUSICBUS_HOME": directory.path]
    let hub = try FakeHub(try HubPaths(environment: environment)) { message in
      guard message.header.type == .call else { return nil }
      var done = Done(parts: 0)
      done.providers = [Samples.status("lrclib"), Samples.status("discogs")]
      return [try WireMessage(Header(type: .done, re: message.header.id), done)]
    }
    let failure = #expect(throws: CommandFailure.self) {
      try hub.run(["providers", "--provider", "discogs", "--provider", "discog"], environment)
    }
    #expect(
      failure?.message == "Unknown provider \"discog\"; known providers: lrclib, discogs."
    )
    #expect(try hub.run(["providers", "--provider", "discogs"], environment) == .ok)
  }
}
