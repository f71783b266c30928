import BusProtocol
import Foundation
import HubCore
import TestKit
import Testing

@Suite("The limits of the specification")
struct SpecifiedLimitsTests {
  /// The rows of "Limits" and "Liveness", by first cell.
  private let rows: [String: String]

  init() throws {
    let lines = try PackageRoot.specification().split(separator: "\n")
    let cells = lines.filter { $0.hasPrefix("| ") }.map { $0.split(separator: " | ", maxSplits: 1) }
    let pairs = cells.filter { $0.count == 2 }.map { (String($0[0].dropFirst(2)), String($0[1])) }
    rows = Dictionary(pairs) { first, _ in first }
  }

  @Test("are those of the hub")
  func numbers() {
    let settings = HubSettings()
    expect("clients", [settings.clientPingMs, settings.clientDeadMs])
    expect("open sessions of clients", [settings.maxClients])
    expect("providers", [settings.idleProviderPingMs, settings.idleProviderDeadMs])
    expect("calls of a client in flight", [settings.limits.inflight])
    expect("calls of all clients in flight", [settings.maxCalls])
    expect("entities in one message of the hub", [settings.itemsPerMessage])
    expect(
      "lists for paging",
      [settings.maxCachedLists, settings.maxCachedListEntities, settings.listCacheMs / 60_000]
    )
    expect("queued calls of a provider", [settings.maxQueued])
    expect("items of one reply", [settings.maxPageLength * 2])
    expect("`limit` of a call to a provider", [settings.maxPageLength])
    expect("`hello` after the start", [settings.helloMs])
    expect("a call in flight after its deadline", [settings.cancelTimeoutMs])
    expect("exit after the end of standard input", [settings.stopGraceMs])
  }

  private func expect(_ row: String, _ numbers: [Int]) {
    let text = rows[row] ?? ""
    for number in numbers {
      let written = number.formatted(.number.locale(Locale(identifier: "en_US")))
      let words = text.split { !($0.isNumber || $0 == ",") }
        .map { $0.trimmingCharacters(in: [","]) }
      #expect(words.contains(written), "\(row): \(written)")
    }
  }
}
