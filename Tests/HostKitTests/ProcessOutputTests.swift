import Testing

@testable import HostKit

@Suite("The output of a process", .timeLimit(.minutes(2)))
struct ProcessOutputTests {
  private func child(_ script: String) throws -> ChildProcess {
    var launch = Launch("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
    (launch.input, launch.output, launch.errors) = (.lifeline, .pipe, .pipe)
    return try ChildProcess(launch)
  }

  private func written(by script: String) throws -> ProcessOutput {
    let child = try child(script)
    var written = ProcessOutput(of: child)
    while !(try written.readMore(until: .after(.seconds(60)))) {}
    #expect(child.reap() == .exited(0))
    return written
  }

  @Test("is read whole, whatever a pipe holds")
  func long() throws {
    let written = try written(by: "head -c 3000000 /dev/zero; printf problem >&2")
    #expect(written.output.count == 3_000_000)
    #expect(String(decoding: written.errors, as: UTF8.self) == "problem")
  }

  @Test("is not asked for again and again after the process has closed it")
  func closed() throws {
    let child = try child("printf all; exec >&- 2>&-; read line")
    var written = ProcessOutput(of: child)
    while written.output.isEmpty { _ = try written.readMore(until: .after(.seconds(60))) }
    // Each of the two ends wakes once.
    let hasWaited = try (0..<3).map { _ in
      let deadline = Deadline.after(.milliseconds(20))
      _ = try written.readMore(until: deadline)
      return deadline.isExpired
    }
    #expect(hasWaited.contains(true))
    child.closeLifeline()
    while !(try written.readMore(until: .after(.seconds(60)))) {}
    #expect(String(decoding: written.output, as: UTF8.self) == "all")
  }

  @Test("that comes from another process, which goes on, does not delay the end")
  func inherited() throws {
    let written = try written(by: "yes >&2 & printf all")
    #expect(String(decoding: written.output, as: UTF8.self) == "all")
  }

  @Test("that does not come is waited for until the deadline")
  func silent() throws {
    let child = try child("read line")
    var written = ProcessOutput(of: child)
    #expect(try !written.readMore(until: .after(.milliseconds(20))))
    #expect(written.output.isEmpty)
  }
}
