import BusProtocol
import Glibc
import MusicModel

extension HubCaller {
  /// The providers as the hub sees them.
  func providers() throws -> [ProviderStatus] {
    let frames = try call(message(.listProviders, CallParameters()))
    let done: Done = try BusCodec.decode(from: frames[2])
    return done.providers ?? []
  }

  /// Repeats a call until a provider has replied.
  func awaitReply(of provider: Int, within seconds: Double) throws {
    let fan = Fan(self)
    let end = Stopwatch.nowMicroseconds + seconds * 1e6
    repeat {
      let message = try fan.message(only: provider, albums: 1)
      if let frames = try? call(message), let done: Done = try? BusCodec.decode(from: frames[2]),
        done.sources?.allSatisfy({ $0.outcome == .ok }) == true
      {
        return
      }
    } while Stopwatch.nowMicroseconds < end
    throw Missing("a reply of the provider within \(seconds) s")
  }
}
