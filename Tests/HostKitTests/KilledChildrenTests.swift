import Foundation
import HostKit
import TestKit
import Testing

@Suite("A child that is killed", .timeLimit(.minutes(2)))
struct KilledChildrenTests {
  @Test("takes its children in other sessions with it, also while it starts them", arguments: 1...5)
  func sessions(_ number: Int) throws {
    let mark = UUID().uuidString
    var launch = Launch(
      "/bin/sh",
      ["-c", "for i in 1 2 3 4 5 6 7 8 9 10; do setsid sleep 600 & done; wait"],
      environment: ["MUSICBUS_SPAWN": mark, "PATH": "/usr/bin:/bin"]
    )
    launch.killsChildren = true
    let child = try ChildProcess(launch)
    try awaitCondition("some processes") {
      processes(withVariable: "MUSICBUS_SPAWN=\(mark)").count > 2 * number
    }
    child.signal(9)
    _ = child.waitForExit(.after(.seconds(60)))
    try awaitCondition("the end of all") {
      processes(withVariable: "MUSICBUS_SPAWN=\(mark)").isEmpty
    }
  }
}
