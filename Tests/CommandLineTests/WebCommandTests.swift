import ClientKit
import Foundation
import HostKit
import TestKit
import Testing

@Suite("The web page on the command line", .timeLimit(.minutes(10)))
struct WebCommandTests {
  let home: Home

  init() throws { home = try Home() }

  /// Starts the process of the page and returns it with the address that it prints.
  private func start() throws -> (process: ChildProcess, address: String) {
    var launch = Launch(
      Executables.path("musicbus-web"),
      ["--port", "0"],
      environment: home.environment
    )
    launch.output = .pipe
    let process = try ChildProcess(launch)
    return (process, try #require(try process.firstLine()))
  }

  private var files: [String] { [home.paths.webToken, home.paths.webPort, home.paths.webPage] }

  @Test("has a new token for each start, in private files that end with it")
  func tokens() throws {
    var addresses: Set<String> = []
    for isKilled in [false, true, false] {
      let (process, address) = try start()
      addresses.insert(String(try #require(address.split(separator: "#").last)))
      for path in files {
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600, "\(path)")
      }
      #expect(try home.musicbus("web", "status").lines == [address])
      if isKilled {
        process.signal(SIGKILL)
        #expect(process.waitForExit(.after(.seconds(60))) != nil)
        let status = try home.musicbus("web", "status")
        #expect(status.output.isEmpty && status.status == 1, "\(status)")
        #expect(status.errors.contains("The web page is not running."), "\(status)")
      } else {
        #expect(try home.musicbus("web", "stop").status == 0)
        #expect(process.waitForExit(.after(.seconds(60))) == .exited(0))
        #expect(!files.contains { FileManager.default.fileExists(atPath: $0) })
      }
    }
    #expect(addresses.count == 3)
  }

  @Test("is opened by a file, so that the browser has no token in its arguments")
  func opening() throws {
    let browser = "\(home.directory.path)/browser"
    let seen = "\(home.directory.path)/a file"
    try ExecutableText.write(
      "#!/bin/sh\ntr '\\0' '\\n' < /proc/$$/cmdline > '\(seen).part'; mv '\(seen).part' '\(seen)'\n",
      to: browser
    )
    let (process, address) = try start()
    var environment = home.environment
    environment["BROWSER"] = browser
    let result = try RunResult.of("musicbus", ["web", "--open"], environment: environment)
    #expect(result.status == 0 && result.lines == [address], "\(result)")
    try awaitCondition("the browser") { FileManager.default.fileExists(atPath: seen) }
    let arguments = try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n")
    #expect(arguments.dropFirst(2) == ["file://\(home.paths.webPage)"], "\(arguments)")
    let document = try String(contentsOfFile: home.paths.webPage, encoding: .utf8)
    #expect(document.contains("content=\"0; url=\(address)\""))
    #expect(try home.musicbus("web", "stop").status == 0)
    #expect(process.waitForExit(.after(.seconds(60))) == .exited(0))
  }
}
