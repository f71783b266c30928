/// A run of all measurements, or of some: tells what it runs on, and each bar as it is measured.
struct Run {
  var names: [String] = []
  var isJSON = false
  var isMarkdown = false
  var extent = Measurement.Extent()

  static let synopsis = "[--only NAME]… [--json | --markdown] [--long]"

  /// Reads what stands on the command line.
  init(_ words: some Sequence<String>) throws(UsageError) {
    var words = words.makeIterator()
    while let word = words.next() {
      switch word {
      case "--json": isJSON = true
      case "--markdown": isMarkdown = true
      case "--long": extent.isLong = true
      case "--only":
        guard let name = words.next() else { throw UsageError("--only needs a name") }
        guard Measurement.all.contains(where: { $0.name == name }) else {
          let known = Measurement.all.map(\.name).joined(separator: ", ")
          throw UsageError("there is no measurement \"\(name)\"; there are: \(known)")
        }
        names.append(name)
      default: throw UsageError("\"\(word)\" is neither a benchmark nor an option")
      }
    }
  }

  /// Measures, and gives the exit status: 1 where something could not be measured, 2 where a bar
  /// does not hold, 0 otherwise. What has nothing here to be compared with is left out.
  func run(_ all: [Measurement] = Measurement.all) -> Int32 {
    let chosen = all.filter { names.isEmpty || names.contains($0.name) }
    Output.error(Machine.text)
    if !Machine.isReleaseBuild { Output.error("This is a debug build: its figures mean nothing.") }
    var bars: [PerformanceTarget] = []
    var isWhole = true
    for measurement in chosen {
      do {
        let new = try measurement.run(extent)
        try show(new)
        bars += new
      } catch let error as NotInstalled {
        Output.error("\(measurement.name): left out: \(error)")
      } catch {
        isWhole = false
        Output.error("\(measurement.name): not measured: \(error)")
      }
    }
    if isMarkdown { Output.line(TargetTable.markdown(bars)) }
    let failed = bars.filter { $0.holds == false }.map(\.name)
    let judged = bars.count { $0.holds != nil }
    Output.error(
      "\(judged - failed.count) of \(judged) bars hold"
        + (failed.isEmpty ? "." : "; not: \(failed.joined(separator: ", ")).")
    )
    return !isWhole ? 1 : failed.isEmpty ? 0 : 2
  }

  private func show(_ bars: [PerformanceTarget]) throws {
    guard !isMarkdown else { return }
    for bar in bars { Output.line(isJSON ? try bar.json() : bar.text) }
  }
}
