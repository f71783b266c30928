import BusProtocol
import CommandKit
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

@testable import musicbus

@Suite("The sample of a provider that was added", .timeLimit(.minutes(10)))
struct SampleTrialTests {
  private let directory: TestDirectory
  private var environment: Environment { ["MUSICBUS_HOME": directory.path] }

  init() throws { directory = try TestDirectory() }

  /// Adds a provider with these samples to a hub where it is in this state.
  ///
  /// - Returns: the calls that the hub got for sources.
  private func calls(
    samples: String,
    state: ProviderStatus.State = .ready,
    methods: [BusProtocol.Method] = [.albumsSearch, .artistGet, .songLyrics],
    _ options: String...
  ) throws -> [(BusProtocol.Method?, CallParameters)] {
    let manifest = "\(directory.path)/provider.json"
    try #"{"id": "corner", "executable": "./run", "methods": [], "samples": [\#(samples)]}"#
      .write(toFile: manifest, atomically: true, encoding: .utf8)
    var status = Samples.status("corner")
    (status.state, status.methods, status.manifest) = (state, methods, manifest)
    let hub = try FakeHub(try HubPaths(environment: environment)) { [status] message in
      guard message.header.type == .call else { return nil }
      var done = Done(parts: 0)
      if [.providersAdd, .providersList].contains(message.header.method) {
        done.providers = [status]
      }
      return [try WireMessage(Header(type: .done, re: message.header.id), done)]
    }
    let arguments = ["provider", "add", directory.path] + options
    #expect(try hub.run(arguments, environment) == (state == .stopped ? .failed : .ok))
    return try hub.received
      .filter { $0.header.type == .call }
      .filter { ![.providersAdd, .providersList].contains($0.header.method) }
      .map { ($0.header.method, try $0.decodeBody(CallParameters.self)) }
  }

  private static let lyrics = #"{"method": "song.lyrics", "params": {"text": "Money"}}"#
  private static let details = #"{"method": "artist.get", "params": {"id": "corner:artist:7"}}"#
  private static let search =
    #"{"method": "albums.search", "params": {"text": "Abbey Road", "grant": {}}}"#

  @Test("is a search if there is one: a call of this provider alone, which no cached reply answers")
  func search() throws {
    let samples = [Self.lyrics, Self.details, Self.search].joined(separator: ", ")
    let all = try calls(samples: samples)
    #expect(all.count == 1)
    let (method, parameters) = try #require(all.first)
    #expect(method == .albumsSearch && parameters.text == "Abbey Road")
    #expect(parameters.providers == [Samples.provider("corner")])
    #expect(parameters.cache == .bypass && parameters.lookup == true)
    #expect(parameters.grant == nil)
  }

  @Test("is the details of an entity if it searches nothing")
  func details() throws {
    let all = try calls(samples: "\(Self.lyrics), \(Self.details)")
    #expect(all.map(\.0) == [.artistGet])
    #expect(all.first?.1.id == Samples.id("corner:artist:7"))
  }

  @Test("is not called if it has none that a user can call, does not run, or must not be contacted")
  func none() throws {
    #expect(try calls(samples: "").isEmpty)
    #expect(try calls(samples: Self.lyrics).isEmpty)
    #expect(try calls(samples: Self.search, methods: [.artistGet]).isEmpty)
    #expect(try calls(samples: Self.search, state: .unconfigured).isEmpty)
    #expect(try calls(samples: Self.search, state: .stopped).isEmpty)
    #expect(try calls(samples: Self.search, "--offline").isEmpty)
  }
}
