import Certification

extension CertifyCommand {
  static let helpText = """
    USAGE: musicbus-certify [OPTIONS] -- COMMAND…
           musicbus-certify [OPTIONS] --manifest FILE
           musicbus-certify [OPTIONS] --manifest FILE --call METHOD [KEY=VALUE…] [TEXT]

    Certifies a provider of MusicBus, in whatever language it is written: starts COMMAND as the
    hub would, plays the hub to it, and tells which requirements of Protocol/musicbus-1.md it
    does not keep, and what to do.

    OPTIONS:
      --upstream-var NAME=URL  The variable by which the provider is told where its source is, and
                               where that is: on this machine, such as musicbus-sample-upstream.
                               Requests are counted, held and refused on the way. Repeatable.
      --suite NAME             Only this suite. Repeatable. There are
                               \(CheckTable.suites.joined(separator: " ")).
      --fast                   At most 10 s: shorter soak, shorter waits.
      --timeout-factor FACTOR  Multiply all timeouts by this factor (default 1).
      --manifest FILE          The provider of this manifest, or of the one in this folder.
      --config JSON            The provider's section of the configuration.
      --env NAME               A variable that the provider gets from the environment. Repeatable.
      --json                   One line of JSON a check.
      --junit FILE             Write JUnit's XML to a file as well.
      --call METHOD …          Certify nothing: make one call, and print what came as lines of JSON.
                               Stands last, but before "--".
      --list                   List the checks with their requirements.
      --version                Tell the version.
      -h, --help               Tell this.

    Without --upstream-var the real source is asked, as seldom as possible, and what needs a
    source that can be held or counted is not done.

    Exit status: 0 certified, 1 not certified, 2 it could not be tried. With --call: 0 for done, 1
    for an error, 2 where there was no answer.
    """

  static var listText: String {
    CheckTable.all.map { check in
      let name = check.id + String(repeating: " ", count: max(1, 32 - check.id.count))
      return "\(name)\(check.level.rawValue)  \(check.requirements.joined(separator: ", "))  "
        + "A provider \(check.what)."
    }.joined(separator: "\n")
  }
}
