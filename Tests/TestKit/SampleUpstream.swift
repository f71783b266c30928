internal import BusProtocol
import Foundation
package import HostKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A process with the sample sources, which real providers query over real HTTP.
package final class SampleUpstream {
  /// The variables that redirect all bundled providers, from their manifests.
  package static let variables: [String] = {
    let manifests = (try? PackageRoot.manifests()) ?? []
    return manifests.flatMap { $0.environment ?? [] }.filter { $0.hasSuffix("_URL") }
  }()

  package let url: String
  package let child: ChildProcess

  package init(_ arguments: [String] = []) throws {
    var launch = Launch(
      PackageRoot.path("Sources/Tools/musicbus-sample-upstream/musicbus-sample-upstream"),
      ["--lease"] + arguments,
      environment: Environment.ofTests.allowing(["PATH", "LANG"])
    )
    launch.input = .lifeline
    launch.output = .pipe
    child = try ChildProcess(launch)
    url = try SampleUpstream.firstLine(of: child)
  }

  private static func firstLine(of child: ChildProcess) throws -> String {
    let deadline = Deadline.after(.seconds(60))
    var text = ""
    while !text.contains("\n"), !deadline.isExpired {
      guard let output = child.output, output.waitUntilReadable(deadline) else { continue }
      guard case .bytes(let bytes) = try output.read() else { break }
      text += String(decoding: bytes, as: UTF8.self)
    }
    guard let line = text.split(separator: "\n").first else {
      throw RunResult.Hang(command: "musicbus-sample-upstream")
    }
    return String(line)
  }

  /// Injects faults from now on; no argument removes all faults.
  package func setFaults(_ faults: String...) async throws {
    try await post("_control/faults", faults.joined(separator: "\n"))
  }

  package func setRates(_ rates: String...) async throws {
    try await post("_control/rates", rates.joined(separator: "\n"))
  }

  package func clearRequests() async throws {
    try await post("_control/reset", "")
  }

  /// The paths and queries of all requests.
  package func requests() async throws -> [String] {
    let (data, _) = try await URLSession.shared.data(from: URL(string: "\(url)/_control/requests")!)
    let list = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
    return list.map { "\($0["path"] ?? "")?\($0["query"] ?? "")" }
  }

  /// Waits for a request that contains the text.
  package func awaitRequest(_ text: String, within time: Duration = .seconds(60)) async throws {
    try await awaitAsyncCondition("a request of \(text)", within: time) {
      try await requests().contains { $0.contains(text) }
    }
  }

  private func post(_ path: String, _ body: String) async throws {
    var request = URLRequest(url: URL(string: "\(url)/\(path)")!)
    request.httpMethod = "POST"
    request.httpBody = Data(body.utf8)
    let (_, response) = try await URLSession.shared.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode ?? 500 < 300 else {
      throw RunResult.Hang(command: "POST /\(path)")
    }
  }
}
