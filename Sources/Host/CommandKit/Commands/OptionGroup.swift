/// Options of one topic. All commands accept them; help lists them if they matter to the command.
package struct OptionGroup: Sendable {
  package let title: String
  package let options: [OptionInfo]

  package init(_ title: String, _ options: [OptionInfo]) {
    self.title = title
    self.options = options
  }

  /// The title of the group that help always lists.
  static let lastTitle = "Global options"
}
