import BusProtocol
import MusicModel

/// Resolves a URL or URI of a source, a bar code or an ISRC to an id.
extension CommandContext {
  /// Returns the id that a text means; `nil` if it is an id or a name.
  ///
  /// - Throws: ``CommandFailure`` for a URL that no provider knows.
  func pastedID(_ text: String) throws -> EntityID? {
    let isURL = text.firstRange(of: "://").map { !text[..<$0.lowerBound].contains(" ") } ?? false
    // The type of a URI of a source need not be one of its ids.
    guard isURL || URLPattern.isURLWithoutScheme(text) || EntityID(text)?.type == "track" else {
      return EntityID(pasted: text, [])
    }
    let providers = try settledProviders().providers
    if let id = EntityID(pasted: text, providers.flatMap { $0.urls ?? [] }) { return id }
    guard isURL else { return nil }
    let names = providers.filter { $0.urls?.isEmpty == false }.map(\.id.rawValue)
    let known =
      names.isEmpty
      ? "Install a provider of this source: musicbus provider --help"
      : "URLs of these providers are known: \(names.joined(separator: ", "))."
    // What its URLs are is known when it runs; its name suggests it.
    let others = providers.filter { $0.state == .unconfigured && text.contains($0.id.rawValue) }
      .compactMap { provider in provider.lastError.map { "\(provider.id): \($0)" } }
    throw CommandFailure(
      "No provider knows the URL \"\(text)\".",
      ([known] + others).joined(separator: " ")
    )
  }
}
