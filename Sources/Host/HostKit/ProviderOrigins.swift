internal import Glibc
internal import JSON

/// Where the code of providers comes from, by id: `bundled`, a path, an index or
/// another place, or an instance of the code of another id.
///
/// Another program under an id gets neither the settings that the user made for the one before it, nor its cached
/// replies.
package struct ProviderOrigins: Sendable {
  /// The origin of bundled providers, wherever they are.
  package static let bundled = "bundled"

  private static let maxBytes = 1024 * 1024
  private static let maxIDs = 1_000

  /// What is known of an id.
  package struct Entry: Hashable, Sendable, Codable {
    package var origin: String
    /// The time at which code from there took the place of other code, in milliseconds since 1970; 0 if there
    /// was none before it.
    package var sinceMs: Int
    /// The origin for which the settings were made.
    package var settings: String?
  }

  private let path: String

  private static let instance = "instance of "

  /// The origin of an instance of a provider: the same id may later be an instance of another one.
  package static func instance(of provider: String, from origin: String) -> String {
    "\(instance)\(provider): \(origin)"
  }

  /// An origin in a sentence, after "for" or "is".
  package static func name(_ origin: String) -> String {
    if origin.hasPrefix(instance), let colon = origin.firstIndex(of: ":") {
      return "the \(origin[..<colon]), \(name(String(origin[colon...].dropFirst(2))))"
    }
    return origin == bundled ? "the bundled one" : "the one from \(origin)"
  }

  package init(at path: String) { self.path = path }

  /// - Throws: the reason why the file cannot be read; a missing one is empty.
  package func read() throws -> [String: Entry] {
    do {
      let bytes = try FileDescriptor(path, 0).readAll(atMost: ProviderOrigins.maxBytes)
      return try JSONCodec.decode([String: Entry].self, from: bytes)
    } catch let error as SystemError where error.code == ENOENT {
      return [:]
    }
  }

  /// Notes the origins of the providers that there are, by id.
  ///
  /// - Returns: ``Entry/sinceMs`` of each.
  /// - Throws: ``SystemError``
  package func note(_ origins: [String: String], at nowMs: Int) throws -> [String: Int] {
    let entries = try change { entries in
      for (id, origin) in origins where entries[id]?.origin != origin {
        entries[id] = Entry(
          origin: origin,
          sinceMs: entries[id] == nil ? 0 : nowMs,
          settings: entries[id]?.settings
        )
      }
      let others = entries.keys.filter { origins[$0] == nil }
      let oldest = others.sorted {
        (entries[$0]?.sinceMs ?? 0, $0) < (entries[$1]?.sinceMs ?? 0, $1)
      }
      for id in oldest.prefix(max(0, entries.count - ProviderOrigins.maxIDs)) { entries[id] = nil }
    }
    return origins.reduce(into: [:]) { $0[$1.key] = entries[$1.key]?.sinceMs }
  }

  /// Gives the settings of an id, which belong to nobody yet, to the code from an origin.
  ///
  /// - Returns: the origin to which they belong.
  /// - Throws: ``SystemError``
  package func claimSettings(of id: String, for origin: String) throws -> String {
    let entries = try change { entries in
      var entry = entries[id] ?? Entry(origin: origin, sinceMs: 0)
      entry.settings = entry.settings ?? origin
      entries[id] = entry
    }
    return entries[id]?.settings ?? origin
  }

  /// Lets the next one claim the settings of an id.
  ///
  /// - Throws: ``SystemError``
  package func releaseSettings(of id: String) throws {
    _ = try change { $0[id]?.settings = nil }
  }

  /// A corrupt file is replaced, and the claims in it are lost. It is not synced to the disk, since the hub's loop waits for it.
  private func change(_ make: (inout [String: Entry]) -> Void) throws -> [String: Entry] {
    let old: [String: Entry]?
    do {
      old = try read()
    } catch let error as SystemError {
      throw error
    } catch {
      old = nil
    }
    var new = old ?? [:]
    make(&new)
    if new != old ?? [:] {
      try HubPaths.makeDirectory(parentDirectory(of: path))
      try replaceFile(path, with: JSONCodec.encode(new), isDurable: false)
    }
    return new
  }
}
