public import MusicModel

/// One parameter of calls: its name, its form, its range, and how to copy it.
public struct Parameter: Sendable {
  /// The form of a value in JSON.
  public enum Form: Hashable, Sendable {
    case text, flag, id, date
    case number(ClosedRange<Int>)
    /// One of these words.
    case words([String])
    /// Lists of texts, ids and objects.
    case texts, ids, objects
    case object
    /// Numbers by name.
    case counts
  }

  /// The name of the member in the body of `call`.
  public let name: String
  public let form: Form
  /// Whether its range depends on the method.
  let dependsOnMethod: Bool
  let isSet: @Sendable (CallParameters) -> Bool
  let copy: @Sendable (CallParameters, inout CallParameters) -> Void
  /// The reason to reject the value; `nil` if it is in range.
  let problem: @Sendable (CallParameters) -> String?

  /// The parameters of all methods, each once, in the order in which methods name them.
  public static let all: [Parameter] = {
    var names: Set<String> = []
    return Methods.all.flatMap { $0.client.used + ($0.provider?.used ?? []) }
      .filter { names.insert($0.name).inserted }
  }()

  public static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  init<Value: ParameterValue>(
    _ name: String,
    _ path: any WritableKeyPath<CallParameters, Value?> & Sendable,
    problem: @escaping @Sendable (Value) -> String? = { _ in nil }
  ) {
    self.init(name, path) { parameters in parameters[keyPath: path].flatMap(problem) }
  }

  /// A parameter whose range depends on other parameters, or on the method.
  init<Value: ParameterValue>(
    _ name: String,
    _ path: any WritableKeyPath<CallParameters, Value?> & Sendable,
    form: Form = Value.form,
    dependsOnMethod: Bool = false,
    together problem: @escaping @Sendable (CallParameters) -> String?
  ) {
    self.name = name
    self.form = form
    self.dependsOnMethod = dependsOnMethod
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
    Parameter(name, path, form: .number(range)) { parameters in
      guard let value = parameters[keyPath: path], !range.contains(value) else { return nil }
      return "\"\(name)\" must be \(range.lowerBound) to \(range.upperBound), not \(value)."
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
    let words = allowed.map(\.rawValue)
    return Parameter("sort", \.sort, form: .words(words), dependsOnMethod: true) { parameters in
      guard let sort = parameters.sort, !allowed.contains(sort) else { return nil }
      return "\"sort\" must be one of \(words.joined(separator: ", ")), not \(sort)."
    }
  }
}

/// A type of parameters.
protocol ParameterValue: Sendable {
  /// The form of its values in JSON.
  static var form: Parameter.Form { get }
}

extension ParameterValue where Self: CaseIterable & RawRepresentable, RawValue == String {
  static var form: Parameter.Form { .words(allCases.map(\.rawValue)) }
}

extension String: ParameterValue { static var form: Parameter.Form { .text } }
extension Bool: ParameterValue { static var form: Parameter.Form { .flag } }
extension Int: ParameterValue { static var form: Parameter.Form { .number(Int.min...Int.max) } }
extension EntityID: ParameterValue { static var form: Parameter.Form { .id } }
extension PartialDate: ParameterValue { static var form: Parameter.Form { .date } }
extension ProviderID: ParameterValue { static var form: Parameter.Form { .text } }
extension EncodedJSON: ParameterValue { static var form: Parameter.Form { .object } }
extension Dictionary: ParameterValue where Key == String, Value == Int {
  static var form: Parameter.Form { .counts }
}

extension Array: ParameterValue where Element: ParameterValue {
  static var form: Parameter.Form {
    switch Element.form {
    case .id: .ids
    case .object: .objects
    default: .texts
    }
  }
}

extension CallParameters.Chart: ParameterValue {}
extension CallParameters.Sort: ParameterValue {}
extension CallParameters.ArtistSet: ParameterValue {}
extension CallParameters.FavoritePosition: ParameterValue {}
extension CallParameters.FavoriteFormat: ParameterValue {}
extension CallParameters.CacheMode: ParameterValue {}
extension CallParameters.Detail: ParameterValue {}
extension ImportRowState: ParameterValue {}
extension AlbumKind: ParameterValue { static var form: Parameter.Form { .text } }
extension EntityKind: ParameterValue {}
