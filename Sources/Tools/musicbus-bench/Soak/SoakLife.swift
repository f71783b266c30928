/// One life of the hub, as it is sampled.
struct SoakLife {
  private static let warmSeconds = 20.0

  private let start = Stopwatch.nowMicroseconds
  private var life = SoakReport.Life()

  private var seconds: Double { (Stopwatch.nowMicroseconds - start) / 1e6 }

  var isWarm: Bool { seconds > SoakLife.warmSeconds }

  var text: String {
    "\(Figures.fixed(life.megabytesLast, digits: 1)) MB, \(life.maxFiles) descriptors"
  }

  mutating func sample(_ process: ProcessFigures) {
    life.megabytesLast = Machine.memory("VmRSS", of: process.pid)
    life.maxFiles = max(life.maxFiles, process.openFiles)
    life.maxThreads = max(life.maxThreads, process.threads)
    life.maxZombies = max(life.maxZombies, process.zombies)
    if !isWarm { life.megabytesFirst = life.megabytesLast }
  }

  /// The observations.
  func end() -> SoakReport.Life {
    var life = life
    life.seconds = Int(seconds)
    return life
  }
}
