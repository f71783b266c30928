import BusProtocol
import CommandKit

/// A value that a policy would change, in lines.
enum PolicyChangeLines {
  static func of(_ change: PolicyDifference) -> [StyledText] {
    [
      "\(change.name, .bold) (\(change.entity)): \(change.member)",
      StyledText("  current  \(ValueText.of(change.old))"),
      StyledText("  proposed \(ValueText.of(change.new))"),
    ]
  }
}
