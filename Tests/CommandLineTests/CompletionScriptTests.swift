import CommandKit
import Foundation
import HostKit
import TestKit
import Testing

@testable import musicbus

@Suite("The completion script of bash")
struct CompletionScriptTests {
  private let directory: TestDirectory

  init() throws { directory = try TestDirectory() }

  /// The words that replace the last word of a line as bash splits it, if the program suggests some.
  private func replacements(_ line: [String], suggested: [String]) throws -> [String] {
    let script = """
      musicbus() { printf '%s\\n' "${@:2}" >"$ARGUMENTS"; printf '%s\\t%s\\n' \
        \(suggested.map { "'\($0.replacing("'", with: "'\\''"))' meaning" }.joined(separator: " ")); }
      . /dev/stdin <<'END'
      \(CommandTable.program.completionScript(for: .bash))
      END
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
      _musicbus
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let launch = Launch(
      "/bin/bash",
      ["-c", script, "bash", "musicbus"] + line,
      environment: ["ARGUMENTS": "\(directory.path)/arguments", "LC_ALL": "C.UTF-8"]
    )
    let result = try RunResult.of(launch, within: .seconds(30))
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    return result.lines
  }

  /// The words that the program got.
  private func typed() throws -> [String] {
    let text = try String(contentsOfFile: "\(directory.path)/arguments", encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test(
    "quotes names as the user does",
    arguments: [
      ("ni", "ni", #"Nina\ Simone"#), (#"Nina\ S"#, "Nina S", #"Nina\ Simone"#),
      (#""Nina S"#, "Nina S", "Nina Simone"), ("'Nina S", "Nina S", "Nina Simone"),
    ]
  )
  func spaces(word: String, typed: String, replacement: String) throws {
    let found = try replacements(["artist", word], suggested: ["Nina Simone"])
    #expect(found == [replacement])
    #expect(try self.typed() == ["artist", typed])
  }

  @Test("quotes characters that mean something to the shell")
  func specialCharacters() throws {
    let name = #"A$AP "Rocky" `x` 'y'"#
    #expect(
      try replacements(["artist", "A"], suggested: [name]) == [#"A\$AP\ \"Rocky\"\ \`x\`\ \'y\'"#]
    )
    #expect(
      try replacements(["artist", "\"A"], suggested: [name]) == [#"A\$AP \"Rocky\" \`x\` 'y'"#]
    )
    #expect(
      try replacements(["artist", "'A"], suggested: [name]) == [#"A$AP "Rocky" `x` '\''y'\''"#]
    )
  }

  @Test("leaves no ! within double quotes, where bash replaces it by its history")
  func history() throws {
    #expect(try replacements(["artist", "P"], suggested: ["P!nk"]) == [#"P\!nk"#])
    #expect(try replacements(["artist", "'P"], suggested: ["P!nk"]) == ["P!nk"])
    let found = try replacements(["artist", "\"P"], suggested: ["P!nk"])
    #expect(found == [#"P"'!'"nk"#])
    let accepted = try RunResult.of(
      Launch(
        "/bin/bash",
        [
          "-c", #"printf 'set -o history -H\nprintf %%s "%s"\n' "$1" | bash --norc"#, "bash",
          found[0],
        ],
        environment: ["PATH": "/usr/bin:/bin"]
      )
    )
    #expect(accepted.output.hasSuffix("P!nk") && accepted.status == 0, "\(accepted)")
  }

  @Test(
    "continues after the last quote that is open",
    arguments: [
      (#""P"'!'"n"#, "P!n", "P!nk", "nk"),
      (#"'Guns N'\'' R"#, "Guns N' R", "Guns N' Roses", " Roses"),
      (#""A\$AP "#, "A$AP ", "A$AP Rocky", #"A\$AP Rocky"#),
    ]
  )
  func openQuote(word: String, typed: String, name: String, replacement: String) throws {
    #expect(try replacements(["artist", word], suggested: [name]) == [replacement])
    #expect(try self.typed() == ["artist", typed])
  }

  @Test("joins what bash splits, and leaves its beginning in place")
  func splitWords() throws {
    let words = ["fav", "show", "x", ":", "artist", ":", "1"]
    #expect(try replacements(words, suggested: ["x:artist:12"]) == ["12"])
    #expect(try typed() == ["fav", "show", "x:artist:1"])
    #expect(
      try replacements(["top", "--provider", "=", "a"], suggested: ["--provider=audiodb"])
        == ["audiodb"]
    )
    #expect(try typed() == ["top", "--provider=a"])
  }
}
