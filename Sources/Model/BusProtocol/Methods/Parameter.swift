/// One parameter of calls: its name, its range, and how to copy it.
public struct Parameter: Sendable {
  /// The name of the member in the body of `call`.
  public let name: String
  let isSet: @Sendable (CallParameters) -> Bool
  let copy: @Sendable (CallParameters, inout CallParameters) -> Void
  /// The reason to reject the value; `nil` if it is in range.
  let problem: @Sendable (CallParameters) -> String?

  init<Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<CallParameters, Value?> & Sendable,
    problem: @escaping @Sendable (Value) -> String? = { _ in nil }
  ) {
    self.init(name, path) { parameters in parameters[keyPath: path].flatMap(problem) }
  }

  /// A parameter whose range depends on other parameters.
  init<Value: Sendable>(
    _ name: String,
    _ path: any WritableKeyPath<CallParameters, Value?> & Sendable,
    together problem: @escaping @Sendable (CallParameters) -> String?
  ) {
    self.name = name
    self.problem = problem
    isSet = { $0[keyPath: path] != nil }
    copy = { $1[keyPath: path] = $0[keyPath: path] }
  }
}

extension Parameter {
  static func number(
    _ name: String,
    _ path: any WritableKeyPath<CallParameters, Int?> & Sendable,
    _ range: ClosedRange<Int>
  ) -> Parameter {
    Parameter(name, path) { (value: Int) in
      range.contains(value)
        ? nil : "\"\(name)\" must be \(range.lowerBound) to \(range.upperBound), not \(value)."
    }
  }

  static func key(
    _ name: String,
    _ path: any WritableKeyPath<CallParameters, String?> & Sendable
  ) -> Parameter {
    Parameter(name, path) { (key: String) in notAKey(key, name) }
  }

  static func notAKey(_ key: String, _ name: String) -> String? {
    CallParameters.isKey(key)
      ? nil : "\"\(name)\" holds \"\(key.prefix(100))\", which is neither a ULID nor an id."
  }

  static func sort(_ allowed: [CallParameters.Sort]) -> Parameter {
    Parameter("sort", \.sort) { (sort: CallParameters.Sort) in
      let words = allowed.map(\.rawValue).joined(separator: ", ")
      return allowed.contains(sort) ? nil : "\"sort\" must be one of \(words), not \(sort)."
    }
  }
}
