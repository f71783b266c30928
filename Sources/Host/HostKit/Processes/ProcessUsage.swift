internal import Glibc

/// What a process and all processes below it use.
package struct ProcessUsage: Hashable, Sendable {
  package private(set) var processes = 0
  /// Memory that belongs to them alone, and is not the contents of a file.
  package private(set) var memoryBytes = 0

  /// Looks at a process and its descendants; more than `maxProcesses` are not visited.
  package init(of root: Int32, maxProcesses: Int = 1_000) {
    var next = [root]
    while let pid = next.popLast(), processes < maxProcesses {
      processes += 1
      memoryBytes += ProcessUsage.memoryBytes(of: pid)
      next += ProcessDirectory(pid).children
    }
  }

  private static func memoryBytes(of pid: pid_t) -> Int {
    let members: Set = ["RssAnon", "RssShmem", "VmSwap"]
    let lines = (ProcessDirectory(pid).text("status") ?? "").split(separator: "\n")
    return lines.reduce(0) { sum, line in
      let words = line.split(whereSeparator: { " \t:".contains($0) })
      guard words.count > 1, members.contains(String(words[0])) else { return sum }
      return sum + (Int(words[1]) ?? 0) * 1024
    }
  }
}
