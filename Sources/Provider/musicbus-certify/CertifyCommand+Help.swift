import Certification

extension CertifyCommand {
  static let helpText = """
    USAGE: musicbus-certify [OPTIONS] -- COMMAND…
           musicbus-certify [OPTIONS] --manifest FILE
           musicbus-certify [OPTIONS] --manifest FILE --call METHOD [KEY=VALUE…] [TEXT]

    Checks a MusicBus provider, written in any language, against the requirements of
    Protocol/musicbus-1.md. It starts COMMAND like a hub would, simulates the hub, and reports
    which requirements are not met and how to fix them.

    OPTIONS:
      --upstream-var NAME=URL  The environment variable that contains the provider's upstream
                               address, and the URL of a local upstream, such as
                               musicbus-sample-upstream. Its requests are counted, blocked and
                               rejected. Repeatable.
      --suite NAME             Run only this suite. Repeatable. Suites:
                               \(CheckTable.suites.joined(separator: " "))
      --fast                   Shorten waits and measurements, to about 10 s.
      --timeout-factor FACTOR  Multiply all timeouts by this factor (default 1).
      --manifest FILE          The provider's manifest, or the directory that contains it.
      --config JSON            The provider's section of the configuration.
      --env NAME               An environment variable to pass to the provider. Repeatable.
      --json                   Print one JSON object per check.
      --junit FILE             Also write a report in JUnit XML.
      --call METHOD …          Make one call instead of a certification, and print its results as
                               JSON lines. Must be the last option before "--".
      --command NAME           Report errors under the name of this command, with exit status 64 for
                               an invalid command line. Must be the first option.
      --list                   List the checks and their requirements.
      --version                Print the version.
      -h, --help               Print this help.

    Without --upstream-var, the provider uses its real upstream: few requests are made, and checks
    that need to count or block them are skipped.

    Exit status: 0 certified, 1 not certified, 2 could not run, or the machine was too busy. With --call: 0 done, 1 error,
    2 no reply.
    """

  static var listText: String {
    CheckTable.all.map { check in
      let name = check.id + String(repeating: " ", count: max(1, 32 - check.id.count))
      return "\(name)\(check.level.rawValue)  \(check.requirements.joined(separator: ", "))  "
        + "The provider \(check.summary)."
    }.joined(separator: "\n")
  }
}
