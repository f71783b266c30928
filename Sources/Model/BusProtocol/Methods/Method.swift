/// The name of a method. Open: a name that this version does not know is still a method.
public struct Method: RawRepresentable, Hashable, Sendable, Codable, Comparable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static func < (left: Method, right: Method) -> Bool { left.rawValue < right.rawValue }
}

extension Method: CustomStringConvertible {
  public var description: String { rawValue }
}

extension Method {
  /// The methods that providers serve, in the order of the registry.
  public static let ofProviders = Methods.all.filter { $0.provider != nil }.map(\.method)

  /// The methods that only the hub serves, in the order of the registry.
  public static let ofHub = Methods.all.filter { $0.provider == nil }.map(\.method)
}
