/// A place in the configuration: `client.player`, `providers.audiodb.apiKey`.
///
/// A name that has a dot itself stands in quotes: `providers."org.example".token`.
package struct ConfigurationPath: Hashable, Sendable {
  package let names: [String]

  package init(_ names: [String]) { self.names = names }

  /// Reads the dotted form.
  package init(_ text: String) throws(ConfigurationError) {
    var names: [String] = []
    var rest = text[...]
    repeat {
      if rest.first == "\"" {
        let parts = rest.dropFirst().split(
          separator: "\"",
          maxSplits: 1,
          omittingEmptySubsequences: false
        )
        guard parts.count == 2, parts[1].isEmpty || parts[1].first == "." else {
          throw .notAPath(text)
        }
        names.append(String(parts[0]))
        rest = parts[1]
      } else {
        names.append(String(rest.prefix { $0 != "." }))
        rest = rest.drop { $0 != "." }
      }
      guard names.last?.isEmpty == false, rest != "." else { throw .notAPath(text) }
      rest = rest.dropFirst()
    } while !rest.isEmpty
    self.names = names
  }

  package static func + (path: ConfigurationPath, name: String) -> ConfigurationPath {
    ConfigurationPath(path.names + [name])
  }

  /// Whether it leads to the section of a provider, to a setting in it, or to all of them.
  package var isOfProvider: Bool {
    names.first == "providers" && ConfigurationKey(ConfigurationPath(Array(names.prefix(2)))) == nil
  }
}

extension ConfigurationPath: CustomStringConvertible {
  package var description: String {
    names.map { $0.contains(".") ? "\"\($0)\"" : $0 }.joined(separator: ".")
  }
}
