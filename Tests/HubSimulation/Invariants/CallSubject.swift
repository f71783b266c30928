import BusProtocol
import MusicModel

/// The subject of a call, independent of providers: all sources number their entities alike.
struct CallSubject: Hashable, Sendable {
  private let method: Method
  private let text: String?
  private let number: String?
  private let chart: CallParameters.Chart?

  init(_ method: Method, _ parameters: CallParameters) {
    self.method = method
    text = parameters.text
    number = parameters.id?.value
    chart = Methods[method]?.subject == .chart ? parameters.chart ?? .albums : nil
  }

  /// Whether the call is about one entity, and the id is one of its ids.
  func isAbout(_ id: EntityID) -> Bool {
    Methods[method]?.isSingle == true && id.value == number
  }
}
