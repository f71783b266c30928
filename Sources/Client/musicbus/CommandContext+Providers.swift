import BusProtocol
import ClientKit
import Glibc
import HostKit
import MusicModel

extension CommandContext {
  /// The result of `providers.list`.
  struct ProviderList {
    var providers: [ProviderStatus]
    var notes: [String]
  }

  /// The providers, once none of them is starting or `--wait` has elapsed.
  ///
  /// - Throws: ``ClientError``, in particular `noHub` if no hub is running and `start` forbids starting one.
  func settledProviders(start: StartPolicy? = nil) throws -> ProviderList {
    while true {
      let reply = try hubReply(to: .providers, start: start)
      let providers = reply.done.providers ?? []
      guard providers.contains(where: { $0.state == .starting }), deadlines.waitLeftMs > 0 else {
        return ProviderList(providers: providers, notes: reply.done.notes ?? [])
      }
      // Polling is simpler than a watch for this short wait.
      poll(nil, 0, CInt(min(50, deadlines.waitLeftMs)))
    }
  }

  /// The names of the sources; none if the hub does not tell them in time.
  var sourceNames: [ProviderID: String] {
    let pairs = ((try? callHub(.providers)) ?? []).compactMap { one in
      one.name.map { (one.id, $0) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The services of all providers, with the URLs of those that run.
  func serviceTable() throws -> ServiceTable { ServiceTable(try settledProviders().providers) }
}
