import BusProtocol
import ClientKit
import Glibc
import HostKit

extension CommandContext {
  /// What `providers.list` tells.
  struct ToldProviders {
    var providers: [ProviderStatus]
    var notes: [String]
  }

  /// The providers, once none of them is starting any more or `--wait` is over.
  ///
  /// - Throws: ``ClientError``; it is `noHub` where none runs and `start` forbids to start one.
  func settledProviders(start: StartPolicy? = nil) throws -> ToldProviders {
    let deadline = Deadline.after(settings.wait)
    while true {
      let answer = try client(start: start).call(.listProviders, ttl: settings.timeout)
      let providers = answer.done.providers ?? []
      guard providers.contains(where: { $0.state == .starting }), !deadline.isExpired else {
        return ToldProviders(providers: providers, notes: answer.done.notes ?? [])
      }
      // The hub tells nobody when a provider is ready: it is asked again soon.
      poll(nil, 0, CInt(min(50, deadline.remainingMs)))
    }
  }
}
