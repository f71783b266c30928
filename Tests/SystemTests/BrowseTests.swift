import Glibc
import TestKit
import Testing

extension WholeSystem {
  @Suite("Browsing in the terminal", .timeLimit(.minutes(10)))
  @MainActor
  struct BrowseTests {
    let sandbox: Sandbox

    init() throws { sandbox = try .shared() }

    private typealias Step = TypingTerminal.Step

    private var terminal: TypingTerminal { TypingTerminal(environment: sandbox.environment) }

    /// The sequences that restore screen and cursor.
    private static let ending = "\u{1B}[?1049l\u{1B}[?25h"

    @Test("a search finds artists while the user types, and leads to albums, songs and details")
    func wholeWay() throws {
      let result = try terminal.run(
        ["browse"],
        [
          Step(after: "Search:", "pink floyd"), Step(after: "The Pink Floyd Tribute", "\u{1B}[B"),
          Step(after: "› Pink Floyd", "\r"), Step(after: "Animals", "\u{1B}[B\r"),
          Step(after: "Pink Floyd – ", "\u{1B}[D"),
          Step(after: "› ", "f"), Step(after: "Added: ", "f"),
          Step(after: "Removed: ", "?"), Step(after: "Press any key", " "),
          Step(after: "› ", "q"),
        ]
      )
      #expect(result.missing == nil, "\(result.output)")
      #expect(result.status == 0 && result.isRestored)
      #expect(result.output.hasSuffix(Self.ending))
    }

    @Test(
      "the terminal is restored if a signal ends it",
      arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGSEGV]
    )
    func signals(_ signal: Int32) throws {
      let result = try terminal.run(
        ["browse", "Pink Floyd"],
        [Step(after: "The Pink Floyd Tribute", "\u{1B}[B"), Step(after: "› Pink Floyd", "")],
        signal: signal
      )
      #expect(result.missing == nil, "\(result.output)")
      #expect(result.isRestored && result.output.contains(Self.ending), "\(result.output)")
      #expect(result.status == -signal)
    }

    @Test("the terminal is restored at Ctrl-C")
    func interrupt() throws {
      let result = try terminal.run(["browse"], [Step(after: "Search:", "\u{3}")])
      #expect(result.missing == nil && result.status == 0 && result.isRestored)
    }

    @Test("if the hub is killed, the reason is shown, and the terminal restored at the end")
    func killedHub() throws {
      let sandbox = try Sandbox()
      let terminal = TypingTerminal(environment: sandbox.environment)
      let open = try terminal.run(
        ["browse", "Pink Floyd"],
        [
          Step(after: "The Pink Floyd Tribute", "\u{1B}[B"), Step(after: "› Pink Floyd", "/x"),
          Step(after: "No hub is running", "\u{3}"),
        ],
        killing: sandbox.hubPid
      )
      #expect(open.missing == nil, "\(open.output)")
      #expect(open.status == 0 && open.isRestored && open.output.hasSuffix(Self.ending))
      _ = sandbox.awaitHubEnd()
      let result = try terminal.run(["browse", "Pink Floyd"], [])
      #expect(result.status == 69 && result.isRestored, "\(result.output)")
      #expect(result.output.contains("No hub is running"), "\(result.output)")
    }

    @Test("without a terminal it is refused, with the command to use instead")
    func noTerminal() throws {
      let result = try sandbox.musicbus("browse")
      #expect(result.status == 1)
      #expect(result.errors.contains("Use: musicbus search TEXT"), "\(result)")
    }
  }
}
