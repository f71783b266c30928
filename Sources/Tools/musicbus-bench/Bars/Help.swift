/// A process that only tells its help costs little more than one that does nothing.
extension Measurement {
  static let help = Measurement(
    name: "help",
    summary: "whole processes: musicbus --help against an empty one",
    run: { _ in
      let help = Command(try Programs.path("musicbus"), ["--help"])
      let empty = Command(try Programs.path("musicbus-bench-empty"))
      let (ours, theirs) = try Command.compare(help, empty, samples: 100)
      return [
        .ratio(
          "command.help",
          "musicbus --help, against an empty statically linked Swift process",
          .init("musicbus p50", ours.median, .milliseconds),
          to: .init("empty p50", theirs.median, .milliseconds),
          .atMost(1.5)
        )
      ]
    }
  )
}
