import CommandKit
import Foundation
import TestKit
import Testing

@testable import musicbus

@Suite("The command table")
struct CommandTableTests {
  private static let directory = "Sources/Client/musicbus"

  /// The names of all commands that a source file declares.
  private static func declared() throws -> [(file: String, name: String)] {
    try FileManager.default.subpathsOfDirectory(atPath: PackageRoot.path(directory))
      .filter { $0.hasSuffix(".swift") }
      .flatMap { file in
        try PackageRoot.text("\(directory)/\(file)")
          .matches(of: /Command<CommandAction>\(\s*"(?<name>[a-z-]+)"/)
          .map { (file, String($0.output.name)) }
      }
  }

  private static func names(_ commands: [Command<CommandAction>]) -> [String] {
    commands.flatMap { command in
      if case .group(let commands, _) = command.content {
        [command.name] + names(commands)
      } else {
        [command.name]
      }
    }
  }

  @Test("contains every command that is declared")
  func complete() throws {
    let declared = try CommandTableTests.declared()
    #expect(declared.count > 40)
    let listed = CommandTableTests.names(CommandTable.program.commands)
    for (file, name) in declared {
      #expect(
        listed.count { $0 == name } >= declared.count { $0.name == name },
        "\(file) declares \"\(name)\"; add it to CommandTable.swift or to its parent command."
      )
    }
  }
}
