import CommandKit
import MusicModel

extension ValueSyntax where Value == [String] {
  /// Names of members, separated by commas.
  static func members(_ name: String) -> Self {
    Self(
      name,
      expectation: "members such as id,title,artist",
      suggestions: .words(MemberNames.ofEntities.sorted()),
      names: MemberNames.all.sorted(),
      invalidPart: { MemberNames.split($0).first { !MemberNames.all.contains($0) } }
    ) { word in
      let names = MemberNames.split(word)
      return names.allSatisfy(MemberNames.all.contains) ? names : nil
    }
  }
}

extension ValueSyntax where Value == OutputTemplate {
  /// A template for each result.
  static func template(_ name: String) -> Self {
    Self(
      name,
      expectation: "text with members in braces, such as {title}",
      names: MemberNames.ofEntities.sorted(),
      invalidPart: { OutputTemplate($0)?.unknownMember }
    ) { text in
      OutputTemplate(text).flatMap { $0.unknownMember == nil ? $0 : nil }
    }
  }
}
