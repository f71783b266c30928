import BusProtocol
import MusicModel

/// The parameters that matter to the hub and to a provider, by the rules of the method.
extension CallParameters {
  /// The size of a whole chart.
  private static let wholeChart = 100

  /// The parameters that the method uses, with its defaults.
  func relevant(to spec: MethodSpec, _ settings: HubSettings) -> CallParameters {
    var parameters = spec.client.only(self)
    if spec.subject == .chart { parameters.chart = chart ?? .albums }
    guard case .list = spec.result else { return parameters }
    parameters.limit = limit ?? settings.defaultPageLength
    parameters.offset = offset ?? 0
    return parameters
  }

  /// Returns the parameters of a provider call.
  ///
  /// The hub requests `limit` hits of a search, and other lists as a whole; `position` is where
  /// the provider's own list continues.
  func query(
    of method: Method,
    limit: Int,
    at position: ListPosition? = nil,
    _ settings: HubSettings
  ) -> CallParameters {
    guard let spec = Methods[method], let rules = spec.provider else { return CallParameters() }
    var parameters = rules.only(self)
    parameters.listPosition = position
    switch spec.depth {
    case .hits: parameters.limit = limit.clamped(to: 1...settings.maxPageLength)
    case .whole: parameters.limit = settings.maxPageLength
    case .chart: parameters.limit = CallParameters.wholeChart
    case .one: parameters.limit = nil
    }
    return parameters
  }
}
