import BusProtocol
import MusicModel

/// What a call is about, in whose words ever: in this world every source numbers things alike.
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

  /// Whether one thing is asked about, and the id is one of it.
  func isAbout(_ id: EntityID) -> Bool {
    Methods[method]?.isSingle == true && id.value == number
  }
}
