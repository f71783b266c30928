import Foundation
import TestKit
import Testing

@Suite("The rules of the simulator", .serialized)
struct MutationTests {
  /// In a long run all; otherwise those that are noticed soonest.
  private static let tried: [Mutation] =
    ProcessInfo.processInfo.environment["MUSICBUS_LONG"] == "1"
    ? Mutation.all : Array(Mutation.all.prefix(3))

  @Test("are at least fifteen times tried by a changed line")
  func enough() { #expect(Mutation.all.count >= 15) }

  @Test("are tried by lines that are in the core", arguments: Mutation.all)
  func fits(_ mutation: Mutation) throws {
    #expect(try !mutation.apply(to: MutatedSimulator.sources("Hub/HubCore")).text.isEmpty)
  }

  @Test("notice a changed core within 10,000 seeds", arguments: tried)
  func noticed(_ mutation: Mutation) throws {
    let directory = try TestDirectory()
    let simulator = try MutatedSimulator(mutation, in: directory.path)
    // One at a time, so that the same seed notices it in every run.
    let run = try simulate(["--seeds", "10000", "--jobs", "1"], simulator.path)
    #expect(run.status == 1, "\(mutation.breaks): \(run.output)")
    withExtendedLifetime(directory) {}
    print("\(mutation.breaks): \(run.lines.prefix(2).joined(separator: " "))")
  }
}
