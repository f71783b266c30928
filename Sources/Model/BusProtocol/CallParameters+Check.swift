import MusicModel

/// Checks that go beyond the types of the members (Protocol/messages.md, "call").
extension CallParameters {
  /// The receiver of a call: for a file the hub needs an id, a provider a URL or an id.
  public enum Receiver: Hashable, Sendable, CaseIterable {
    case hub, provider
  }

  /// Checks that the parameters are in range and that the method has those that it requires.
  ///
  /// Of an unknown method, only the ranges are checked.
  /// - Throws: `INVALID_PARAMS`, with the first problem.
  public func check(for method: Method, receiver: Receiver) throws(Failure) {
    let spec = Methods[method]
    let rules = (receiver == .provider ? spec?.provider : nil) ?? spec?.client ?? ParameterRules()
    guard let problem = rules.problem(in: self, of: method) else { return }
    throw Failure(.invalidParams, problem)
  }
}
