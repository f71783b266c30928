import BusProtocol
import Glibc
import HostKit
import TestKit
import Testing

@testable import musicbus

@Suite("The files of new albums", .timeLimit(.minutes(1)))
struct NewCommandTests {
  @Test("do not replace a named pipe", arguments: ["--atom", "--ical"])
  func pipe(option: String) throws {
    let directory = try TestDirectory()
    let environment: Environment = ["MUSICBUS_HOME": directory.path]
    let hub = try FakeHub(try HubPaths(environment: environment)) { message in
      guard message.header.type == .call else { return nil }
      return [try WireMessage(Header(type: .done, re: message.header.id), Done(parts: 0))]
    }
    let path = "\(directory.path)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let error = #expect(throws: SystemError.self) {
      try hub.run(["new", option, path], environment)
    }
    #expect(error?.hint == "It is a named pipe, not a regular file.")
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }
}
