import BusProtocol
import CommandKit

/// What another policy would show otherwise, two lines for each member.
enum PolicyChangeLines {
  static func of(_ change: PolicyDifference) -> [StyledText] {
    [
      "\(change.name, .bold) (\(change.entity)): \(change.member)",
      StyledText("  now  \(ValueText.of(change.old))"),
      StyledText("  then \(ValueText.of(change.new))"),
    ]
  }
}
