import Foundation
import HostKit
import TestKit
import Testing

@Suite("The usage of a process", .timeLimit(.minutes(10)))
struct ProcessUsageTests {
  private let directory: TestDirectory

  init() throws { directory = try TestDirectory() }

  /// What a program uses once it has said that it is ready.
  private func usage(_ statements: String) throws -> ProcessUsage {
    let script = "import mmap, os, sys\n\(statements)\nprint('ready', flush=True)\nsys.stdin.read()"
    var launch = Launch(
      Program.python.path,
      ["-c", script, directory.path],
      environment: Environment.ofTests
    )
    launch.input = .lifeline
    launch.output = .pipe
    let child = try ChildProcess(launch)
    let output = try #require(child.output)
    #expect(output.waitUntilReadable(.after(.seconds(60))))
    return ProcessUsage(of: child.pid)
  }

  @Test("counts files in memory, whoever has them open, once")
  func memory() throws {
    let idle = try usage("")
    let used = try usage(
      """
      for _ in range(3):
          os.write(os.memfd_create("a", 0), bytes(16 << 20))
      if os.fork() == 0: sys.stdin.read()
      """
    )
    #expect(used.processes == 2)
    let difference = used.memoryBytes - idle.memoryBytes
    #expect(difference >= 48 << 20 && difference < 90 << 20, "\(used) \(idle)")
    #expect(used.removedBytes == 0)
  }

  @Test("counts a file in memory that is mapped once")
  func mapped() throws {
    let idle = try usage("")
    let used = try usage(
      """
      file = os.memfd_create("a")
      os.ftruncate(file, 40 << 20)
      view = mmap.mmap(file, 40 << 20)
      for offset in range(0, 40 << 20, 4096): view[offset] = 1
      """
    )
    let difference = used.memoryBytes - idle.memoryBytes
    #expect(difference >= 40 << 20 && difference < 75 << 20, "\(used) \(idle)")
  }

  @Test("counts removed files that are open")
  func removed() throws {
    let used = try usage(
      """
      path = sys.argv[1] + "/file"
      kept = open(path + "2", "wb", 0)
      kept.write(os.urandom(3 << 20))
      file = open(path, "wb", 0)
      file.write(os.urandom(5 << 20))
      os.fsync(file.fileno())
      os.unlink(path)
      """
    )
    #expect(used.removedBytes >= 5 << 20 && used.removedBytes < 6 << 20, "\(used)")
  }
}
