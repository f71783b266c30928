/// A run of measurements: prints the machine, and each target as soon as it is measured.
struct Run {
  var names: [String] = []
  var isJSON = false
  var isMarkdown = false
  var extent = Measurement.Extent()
  var earlier: EarlierRun?

  static let synopsis = "[--only NAME]… [--json | --markdown] [--compare FILE] [--long]"

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
          throw UsageError("unknown measurement \"\(name)\"; known measurements: \(known)")
        }
        names.append(name)
      case "--compare":
        guard let path = words.next() else { throw UsageError("--compare needs a file") }
        earlier = try EarlierRun(path: path)
      default: throw UsageError("\"\(word)\" is neither a benchmark nor an option")
      }
    }
  }

  /// Measures and returns the exit status: 1 if a measurement failed, 2 if a target is missed, else
  /// 0. Measurements without an installed program to compare with are skipped.
  func run(_ all: [Measurement] = Measurement.all) -> Int32 {
    let chosen = all.filter { names.isEmpty || names.contains($0.name) }
    Output.error(Machine.text)
    if !Machine.isReleaseBuild { Output.error("This is a debug build: its figures mean nothing.") }
    var targets: [PerformanceTarget] = []
    var isWhole = true
    for measurement in chosen {
      do {
        let busyPercent = MachineLoad.percent()
        var new = try measurement.run(extent)
        if busyPercent > MachineLoad.maxPercent {
          for index in new.indices { new[index].busyPercent = busyPercent }
        }
        try show(new)
        targets += new
      } catch let error as NotInstalled {
        Output.error("\(measurement.name): skipped: \(error)")
      } catch {
        isWhole = false
        Output.error("\(measurement.name): not measured: \(error)")
      }
    }
    if isMarkdown { Output.line(TargetTable.markdown(targets)) }
    let failed = targets.filter { $0.isMet == false }.map(\.name)
    let limited = targets.count { $0.isMet != nil }
    Output.error(
      "\(limited - failed.count) of \(limited) targets met"
        + (failed.isEmpty ? "." : "; not: \(failed.joined(separator: ", ")).")
    )
    return !isWhole ? 1 : failed.isEmpty ? 0 : 2
  }

  private func show(_ targets: [PerformanceTarget]) throws {
    guard !isMarkdown else { return }
    for target in targets {
      Output.line(isJSON ? try target.json() : target.text)
      guard let earlier else { continue }
      let change = earlier.change(of: target)
      if isJSON {
        Output.error("\(target.name): \(change)")
      } else {
        Output.line("        \(change)")
      }
    }
  }
}
