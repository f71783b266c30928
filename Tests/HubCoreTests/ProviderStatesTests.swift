import BusProtocol
import MusicModel
import TestKit
import Testing

@testable import HubCore

@Suite("The states of a provider")
struct ProviderStatesTests {
  static let names = ["spawning", "awaitingHello", "ready", "ending", "waiting", "stopped"]

  private static let exit = ProviderExit(reason: "exited with status 3")
  private static let finalExit = ProviderExit(reason: "exited with status 0", isFinal: true)
  private static let spawned = Provider.Event.spawned(token: "t", pid: 1)
  private static let id = ProviderID(rawValue: "a")!
  private static let manifest = Manifest(id: id, executable: "./a", methods: [.artistsSearch])
  private static let hello = Provider.Event.hello(
    Descriptor(id: id, name: "A", version: "1", attribution: .init(text: ""))
  )
  private static let misconfigured = Provider.Event.misconfigured(because: "no JSON", result: nil)
  private static let events: [Provider.Event] = [
    spawned, .notSpawned(because: "no such file"), misconfigured, hello,
    .sessionLost(because: "it said bye"), .fault(because: "it is silent"), .exited(exit),
    .exited(finalExit), .time, .found(DiscoveredManifest(manifest, path: "/b")),
    .drain(.renewal), .drained, .reset, .configurationChanged, .hubStops,
  ]

  /// A provider, and what it knows of the hub.
  private struct Sample {
    var provider = Provider(
      DiscoveredManifest(ProviderStatesTests.manifest),
      now: Instant(milliseconds: 0)
    )
    var now = 0
    var isStopping = false

    /// - Returns: the state afterwards.
    @discardableResult
    mutating func step(_ event: Provider.Event) -> String {
      var context = Provider.Context(
        now: Instant(milliseconds: now),
        settings: HubSettings(),
        isStopping: isStopping,
        jitter: RandomSource(seed: "")
      )
      let steps = provider.step(event, &context)
      let isGone = steps.contains { if case .remove = $0 { true } else { false } }
      return isGone ? "gone" : ProviderStatesTests.name(of: provider.state)
    }

    /// With so many processes that could not be started.
    static func lost(_ count: Int) -> Sample {
      var sample = Sample()
      for _ in 0..<count {
        sample.step(.notSpawned(because: "no such file"))
        sample.now += 5_000
        sample.step(.time)
      }
      return sample
    }
  }

  private static func name(of value: Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? "\(value)"
  }

  /// The events that lead from the first state to this one.
  private static func ways(to state: String) -> [[Provider.Event]] {
    switch state {
    case "spawning": [[]]
    case "awaitingHello": [[spawned]]
    case "ready": [[spawned, hello], [spawned] + Array(repeating: hello, count: 5)]
    case "ending": [[spawned, .fault(because: "it is silent")]]
    case "waiting": [[spawned, .exited(exit)]]
    default: [[spawned, .exited(finalExit)], [misconfigured]]
    }
  }

  /// Providers in this state, of which something else is true, too: losses, a drain, much time, the end of the hub.
  private static func samples(in state: String) -> [Sample] {
    var plain: [Sample] = []
    for losses in [0, 2, 4] {
      for way in ways(to: state) {
        var sample = Sample.lost(losses)
        for event in way { sample.step(event) }
        if name(of: sample.provider.state) == state { plain.append(sample) }
      }
    }
    return plain
      + plain.flatMap { sample in
        var (renewed, removed, late, stopping) = (sample, sample, sample, sample)
        renewed.step(.drain(.renewal))
        removed.step(.drain(.removal))
        late.now += 60_000
        stopping.isStopping = true
        var lateAndRemoved = removed
        lateAndRemoved.now += 60_000
        return [renewed, removed, late, stopping, lateAndRemoved]
      }
  }

  /// The changes of state in the comment: "state   event → states · event → states".
  private static func drawn(from state: String) throws -> Set<String> {
    let text = try PackageRoot.text("Sources/Hub/HubCore/Supervision/Provider.swift")
    let lines = text.split(separator: "\n").prefix { !$0.hasPrefix("struct") }
    let line = try #require(lines.first { $0.hasPrefix("///     \(state) ") })
    let changes = line.trimmingPrefix("///     \(state)").split(separator: "·")
    return Set(
      changes.flatMap { change in
        let names = change.split { !$0.isLetter }
        return names.dropFirst().map { "\(names[0]) → \($0)" }
      }
    )
  }

  @Test("follow on each other as they are drawn, whatever happens", arguments: names)
  func transitions(_ state: String) throws {
    var walked: Set<String> = []
    for event in ProviderStatesTests.events {
      for var sample in ProviderStatesTests.samples(in: state) {
        let next = sample.step(event)
        if next != state { walked.insert("\(ProviderStatesTests.name(of: event)) → \(next)") }
      }
    }
    let drawn = try ProviderStatesTests.drawn(from: state)
    #expect(walked.subtracting(drawn).sorted() == [], "not drawn")
    #expect(drawn.subtracting(walked).sorted() == [], "never walked")
  }
}
