/// The parameters of a method: which it requires, and which it uses.
public struct ParameterRules: Sendable {
  /// Parameters that several methods share.
  public enum Group: String, Sendable, CaseIterable {
    /// The page of a list.
    case page
    /// The way in which the hub calls providers.
    case calling
  }

  public let required: [Parameter]
  /// The parameters, at least one of which a call needs.
  public let anyOf: [Parameter]
  public let optional: [Parameter]
  public let groups: [Group]
  /// All parameters that a method uses.
  public let used: [Parameter]

  init(
    _ required: [Parameter] = [],
    anyOf: [Parameter] = [],
    optional: [Parameter] = [],
    groups: [Group] = []
  ) {
    self.required = required
    self.anyOf = anyOf
    self.optional = optional
    self.groups = groups
    used = required + anyOf + optional + groups.flatMap(\.parameters)
  }

  /// Their names.
  public var names: [String] { used.map(\.name) }

  /// A copy of the parameters with only those that the method uses.
  public func only(_ parameters: CallParameters) -> CallParameters {
    var copy = CallParameters()
    for parameter in used { parameter.copy(parameters, &copy) }
    return copy
  }

  /// The first reason to reject a call; `nil` if its parameters are complete and valid.
  func problem(in parameters: CallParameters, of method: Method) -> String? {
    for parameter in required where !parameter.isSet(parameters) {
      return "\"\(method)\" needs the parameter \"\(parameter.name)\"."
    }
    if !anyOf.isEmpty, !anyOf.contains(where: { $0.isSet(parameters) }) {
      let names = anyOf.map { "\"\($0.name)\"" }.joined(separator: " or ")
      return "\"\(method)\" needs the parameter \(names)."
    }
    return ParameterRules.alwaysChecked.lazy.compactMap { $0.problem(parameters) }.first
      ?? used.lazy.filter(\.dependsOnMethod).compactMap { $0.problem(parameters) }.first
  }

  /// Parameters whose values out of range are rejected also where a method ignores them.
  private static let alwaysChecked = Parameter.all.filter { !$0.dependsOnMethod }
}
