import BusProtocol
import CommandKit
import MusicModel

/// A value that a policy would change, in lines.
enum PolicyChangeLines {
  static func of(_ change: PolicyDifference) -> [StyledText] {
    [
      "\(change.name, .bold) (\(change.entity)): \(change.member)",
      StyledText("  current  \(ValueText.of(change.old))"),
      StyledText("  proposed \(ValueText.of(change.new))"),
    ]
  }

  /// The columns for scripts.
  static let columns: [Table<PolicyDifference>.Column] = [
    .init("Name") { StyledText($0.name) },
    .init("Id") { StyledText("\($0.entity)") },
    .init("Member") { StyledText($0.member) },
    .init("Current") { StyledText(ValueText.whole($0.old.value)) },
    .init("Current source") { StyledText($0.old.provider.rawValue) },
    .init("Proposed") { StyledText(ValueText.whole($0.new.value)) },
    .init("Proposed source") { StyledText($0.new.provider.rawValue) },
  ]
}
