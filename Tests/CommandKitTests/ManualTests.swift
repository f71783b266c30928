import CommandKit
import Testing

@Suite("The manual page")
struct ManualTests {
  let page = Sample.program.manual(date: "2026-11-23")

  @Test("starts with the name, the section and the date")
  func header() {
    #expect(page.hasPrefix(".TH \"MUSICBUS\" \"1\" \"2026-11-23\" \"musicbus "))
    #expect(page.contains("\n.SH NAME\nmusicbus \\- search several music sources\n"))
  }

  @Test("contains every command and every option")
  func everything() {
    for command in Sample.program.commands {
      #expect(page.contains("\n.SS musicbus \(command.name)"), "\(command.name)")
    }
    #expect(page.contains("\n.TP\n\\fB\\-h, \\-\\-help\\fR\nShow this help.\n"))
    #expect(page.contains("\n.TP\n\\fB\\-\\-limit COUNT\\fR\n"))
    #expect(
      page.contains(
        "\n.TP\n\\fB75\\fR\nNo source replied, or a source is missing with \\-\\-complete.\n"
      )
    )
  }

  @Test("is printed by a hidden command")
  func hidden() throws {
    guard case .manual(page) = try Sample.program.parse(["__manual", "2026-11-23"]) else {
      Issue.record("not the manual page")
      return
    }
  }
}
