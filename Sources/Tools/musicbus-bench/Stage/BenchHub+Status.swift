import BusProtocol
import Glibc
import MusicModel

extension HubCaller {
  /// The providers as the hub sees them.
  func providers() throws -> [ProviderStatus] {
    let frames = try ask(question(.listProviders, CallParameters()))
    let done: Done = try BusCodec.decode(from: frames[2])
    return done.providers ?? []
  }

  /// Asks as often as it takes until one provider has answered.
  func awaitAnswer(of provider: Int, within seconds: Double) throws {
    let fan = Fan(self)
    let end = Stopwatch.nowMicroseconds + seconds * 1e6
    repeat {
      let question = try fan.question(only: provider, albums: 1)
      if let frames = try? ask(question), let done: Done = try? BusCodec.decode(from: frames[2]),
        done.sources?.allSatisfy({ $0.outcome == .ok }) == true
      {
        return
      }
    } while Stopwatch.nowMicroseconds < end
    throw Missing("an answer of the provider within \(seconds) s")
  }
}
