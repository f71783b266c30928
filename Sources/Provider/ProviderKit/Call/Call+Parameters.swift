internal import BusProtocol
internal import Foundation
internal import MusicModel

/// The parameters of a call as methods use them; they are checked before the call comes.
extension Call {
  /// What is searched for.
  public var text: String { parameters.text?.trimmed ?? "" }

  /// How many items are wanted at most, 1 to 200. The kit cuts what a method returns to that.
  public var limit: Int { parameters.limit ?? 200 }

  /// ISO 3166 in lower case, where the call names a country.
  public var country: String? { parameters.country }

  /// Whether records that are explicit are not wanted.
  public var isCleanOnly: Bool { parameters.explicit == false }

  /// The first subtag of the language that is wanted: `pt` of `pt-BR`.
  public var language: String? {
    parameters.lang.map { $0.prefix { $0 != "-" }.lowercased() }
  }

  /// The value of the first id of that namespace and type, among all that the call names.
  public func id(_ namespace: String, _ type: String) -> String? {
    ([parameters.id].compactMap { $0 } + (parameters.ids ?? []))
      .first { $0.namespace == namespace && $0.type == type }?.value
  }

  /// Whether a name may be in the answer: with `exact`, only the one that was asked for, however it
  /// is written. It is a coarse sieve, so that nothing is lost: the hub has the last word.
  public func wants(_ name: String) -> Bool {
    parameters.exact != true || Call.sieved(name) == Call.sieved(text)
  }

  /// A name without case, accents, width, spaces and punctuation, and without a leading "the"; as it
  /// is where nothing else would be left of it ("!!!").
  private static func sieved(_ name: String) -> String {
    let folded = name.trimmed.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
      locale: nil
    )
    let bare = folded.hasPrefix("the ") ? folded.dropFirst(4) : folded[...]
    let letters = bare.filter { $0.isLetter || $0.isNumber }
    return letters.isEmpty ? folded : letters
  }
}
