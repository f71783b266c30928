import EntityResolution
import FoundationEssentials
import MusicModel

extension Benchmark {
  /// The matching of songs of several sources.
  static let match = Benchmark(
    name: "match",
    synopsis: "--input FILE [--output FILE] [--truth FILE] [--one-per-source] [--disagreements]",
    summary:
      "matches songs of several sources; reports precision and recall against a ground truth",
    options: ["input", "output", "truth"],
    run: { arguments in
      let input = try arguments.required("input")
      var (reading, matching) = (BestTime(), BestTime())
      var read: SongLines?
      try reading.sample { read = try SongLines(path: input) }
      guard let songs = read else { return }
      let context = MatchContext(oneRecordPerProvider: arguments.contains("one-per-source"))
      var entities: [MergedEntity] = []
      matching.sample { entities = Catalog.merge(songs.records, context: context) }

      let clustering = Clustering(of: entities)
      report(songs.records.count, reading, matching)
      if let output = arguments["output"] {
        try Data(clustering.text(songs).utf8).write(to: URL(filePath: output))
      }
      if let truth = arguments["truth"] {
        let truth = try TrueClusters(path: truth)
        if arguments.contains("disagreements") {
          report(truth.disagreements(with: clustering, songs), songs, context)
        }
        Output.line(truth.score(of: clustering, songs).text)
      }
    }
  )

  private static func report(
    _ disagreements: [TrueClusters.Disagreement],
    _ songs: SongLines,
    _ context: MatchContext
  ) {
    for pair in disagreements {
      let (one, other) = (songs.records[pair.one], songs.records[pair.other])
      let comparison = Catalog.compare(one, other, context: context)
      Output.line(
        "\(pair.together ? "joined" : "not joined"), this pair alone: \(comparison.verdict):"
      )
      for number in [pair.one, pair.other] {
        Output.line(
          "  \(songs.names[number].source) \(songs.names[number].id): \(songs.text(number))"
        )
      }
      Comparisons.report(comparison)
    }
  }

  private static func report(_ count: Int, _ reading: BestTime, _ matching: BestTime) {
    Output.line(
      "\(count) records: read in \(Figures.fixed(reading.wall, digits: 3)) s, "
        + "matched in \(Figures.fixed(matching.wall, digits: 3)) s "
        + "(\(Figures.fixed(matching.processor, digits: 3)) s of processor time), "
        + "\(Figures.fixed(Double(count) / matching.wall, digits: 0)) records per second"
    )
  }
}

/// The cluster of each record of a file.
struct Clustering {
  /// By the number of the record.
  private(set) var clusters: [Int: Int] = [:]

  init(of entities: [MergedEntity]) {
    for (cluster, entity) in entities.enumerated() {
      for record in entity.records {
        if let number = Int(record.entity.id.value) { clusters[number] = cluster }
      }
    }
  }

  /// `source<TAB>id<TAB>cluster`, a line for each record.
  func text(_ songs: SongLines) -> String {
    var text = ""
    for (number, name) in songs.names.enumerated() {
      text += "\(name.source)\t\(name.id)\t\(clusters[number] ?? -1)\n"
    }
    return text
  }
}
