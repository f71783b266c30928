import Foundation
import Glibc
import HostKit
import Synchronization
import TestKit
import Testing

@Suite("A file that is not regular", .timeLimit(.minutes(10)))
struct RegularFileTests {
  private let directory: TestDirectory

  init() throws { directory = try TestDirectory() }

  private func path(_ name: String) -> String { "\(directory.path)/\(name)" }

  private func makePipe() -> String {
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    return path("pipe")
  }

  @Test("is refused without waiting, and remains untouched")
  func refused() throws {
    let pipe = makePipe()
    #expect(symlink(pipe, path("link")) == 0)
    #expect(symlink("/dev/null", path("device")) == 0)
    for (name, kind) in [
      ("pipe", "a named pipe"), ("link", "a named pipe"), ("device", "a device"),
    ] {
      for flags in [O_RDONLY, O_WRONLY, O_RDWR | O_CREAT] {
        let error = #expect(throws: SystemError.self) { try FileDescriptor(path(name), flags) }
        #expect(error?.message == "Could not open \(path(name)).")
        #expect(error?.hint == "It is \(kind), not a regular file.")
      }
      #expect(throws: SystemError.self) { try replaceFile(path(name), with: [1]) }
    }
    var status = stat()
    #expect(stat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 3)
  }

  @Test("such as a link that leads nowhere is refused")
  func dangling() throws {
    #expect(symlink(path("nowhere"), path("link")) == 0)
    let error = #expect(throws: SystemError.self) { try replaceFile(path("link"), with: [1]) }
    #expect(error?.hint == "It is a link to a file that does not exist, not a regular file.")
  }

  @Test("is not a file that another process is just creating")
  func created() throws {
    let file = path("file")
    final class State: Sendable { let isDone = Atomic(false) }
    let state = State()
    let creator = Thread {
      for _ in 1...20_000 {
        close(open(file, O_WRONLY | O_CREAT, 0o600))
        unlink(file)
      }
      state.isDone.store(true, ordering: .relaxed)
    }
    creator.start()
    while !state.isDone.load(ordering: .relaxed) { try RegularFile.check(file) }
  }

  @Test("is refused as input, unless a shell passes it as a descriptor")
  func input() throws {
    let pipe = makePipe()
    let error = #expect(throws: SystemError.self) { try FileDescriptor(input: pipe) }
    #expect(error?.description == "Could not open \(pipe). It is a named pipe, not a regular file.")
    #expect(throws: SystemError.self) { try FileDescriptor(input: "/dev/zero") }
    var ends: [CInt] = [-1, -1]
    #expect(Glibc.pipe(&ends) == 0 && write(ends[1], "x", 1) == 1)
    let reader = try FileDescriptor(input: "/dev/fd/\(ends[0])")
    for end in ends { close(end) }
    #expect(try reader.readAll(atMost: 1) == [UInt8(ascii: "x")])
    let closed = #expect(throws: SystemError.self) { try FileDescriptor(input: "/dev/fd/987654") }
    #expect(closed?.description == "Could not open /dev/fd/987654. It is not open.")
  }

  @Test("is read as input if it is a socket that was passed, also one that does not wait")
  func socketInput() throws {
    var ends: [CInt] = [-1, -1]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    #expect(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    let reader = try FileDescriptor(input: "/proc/self/fd/\(ends[0])")
    close(ends[0])
    let (writer, start) = (ends[1], DispatchSemaphore(value: 0))
    let thread = Thread {
      start.wait()
      _ = write(writer, "xy", 2)
      close(writer)
    }
    thread.start()
    #expect(try reader.read() == .nothing)
    start.signal()
    #expect(try reader.readAll(atMost: 9) == Array("xy".utf8))
  }

  @Test("is refused as the log of a child")
  func log() throws {
    let pipe = makePipe()
    var launch = Launch("/bin/true", environment: [:])
    launch.errors = .file(pipe)
    let error = #expect(throws: SystemError.self) { try ChildProcess(launch) }
    #expect(error?.hint == "It is a named pipe, not a regular file.")
  }

  @Test("is not replaced by the next log")
  func oldLog() throws {
    #expect(mkfifo(path("hub.log.old"), 0o600) == 0)
    try replaceFile(path("hub.log"), with: [1, 2])
    LogRotation(of: path("hub.log"), maxBytes: 1).rotate()
    #expect(throws: SystemError.self) { try RegularFile.check(path("hub.log.old")) }
  }

  @Test("is not replaced by a socket")
  func socket() throws {
    let paths = try HubPaths(environment: ["MUSICBUS_HOME": directory.path])
    try paths.prepare()
    #expect(mkfifo("\(paths.runtime)/clients.sock", 0o600) == 0)
    let error = #expect(throws: PathError.self) { try paths.prepare() }
    #expect(error == .notASocket("\(paths.runtime)/clients.sock"))
  }

  @Test("a directory or a large file is named if it cannot be read")
  func named() throws {
    try replaceFile(path("large"), with: [UInt8](repeating: 1, count: 2_000))
    let large = #expect(throws: SystemError.self) {
      try FileDescriptor(path("large"), O_RDONLY).readAll(atMost: 1_024)
    }
    #expect(large?.description == "Could not read \(path("large")). It has more than 1 KB.")
    let other = #expect(throws: SystemError.self) { try FileDescriptor(input: directory.path) }
    #expect(other?.hint == "It is a directory, not a regular file.")
  }

  @Test("temporary files of processes that were killed are removed by the next one that writes")
  func temporaries() throws {
    var launch = Launch("/bin/true", environment: [:])
    launch.output = .null
    let ended = try ChildProcess(launch)
    #expect(ended.waitForExit(.after(.seconds(60))) == .exited(0))
    let stale = "config.json.\(ended.pid).3w5e11264sgsf.new"
    let others = [
      "config.json.\(getpid()).3w5e11264sgsf.new", "config.json.7.new",
      "other.json.\(ended.pid).7.new",
      "config.json.\(ended.pid).7",
    ]
    for name in [stale] + others { try Data().write(to: URL(filePath: path(name))) }
    try replaceFile(path("config.json"), with: [1])
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(Set(names) == Set(others + ["config.json"]))
  }

  @Test("a regular file is replaced, also through a link, and nothing is left beside it")
  func regular() throws {
    try replaceFile(path("file"), with: [1])
    #expect(symlink(path("file"), path("link")) == 0)
    try replaceFile(path("link"), with: [2])
    #expect(try FileDescriptor(path("file"), O_RDONLY).readAll(atMost: 9) == [2])
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 2)
  }

  @Test(
    "a link or file that another user has planted where everybody may write is left alone",
    .enabled(if: getuid() == 0, "needs root")
  )
  func planted() throws {
    let shared = path("shared")
    #expect(mkdir(shared, 0o700) == 0 && chmod(shared, 0o1777) == 0)
    try replaceFile(path("mine"), with: [1])
    #expect(symlink("../mine", "\(shared)/link") == 0 && symlink("link", "\(shared)/second") == 0)
    try replaceFile("\(shared)/second", with: [2])
    #expect(lchown("\(shared)/link", 4711, 4711) == 0)
    for name in ["link", "second"] {
      let error = #expect(throws: SystemError.self) {
        try replaceFile("\(shared)/\(name)", with: [3])
      }
      #expect(error?.message == "Could not open \(shared)/\(name).")
      #expect(
        error?.hint == "It is a link of another user in a directory where everybody may write."
      )
      #expect(throws: SystemError.self) { try FileDescriptor("\(shared)/\(name)", O_RDONLY) }
    }
    try replaceFile("\(shared)/file", with: [1], mode: 0o666)
    #expect(chown("\(shared)/file", 4711, 4711) == 0)
    let error = #expect(throws: SystemError.self) { try replaceFile("\(shared)/file", with: [3]) }
    #expect(error?.hint == "It is a file of another user in a directory where everybody may write.")
    // The owner of the directory may do so there, and anybody elsewhere.
    #expect(chown(shared, 4711, 4711) == 0)
    try replaceFile("\(shared)/second", with: [4])
    #expect(chown(shared, 0, 0) == 0 && chmod(shared, 0o755) == 0)
    try replaceFile("\(shared)/link", with: [5])
    #expect(try FileDescriptor(path("mine"), O_RDONLY).readAll(atMost: 9) == [5])
    #expect(try FileManager.default.contentsOfDirectory(atPath: shared).count == 3)
  }

  @Test(
    "a link in the place of a directory that another user has planted is not followed",
    .enabled(if: getuid() == 0, "needs root")
  )
  func plantedDirectory() throws {
    let (shared, own) = (path("shared"), path("own"))
    #expect(mkdir(shared, 0o700) == 0 && chmod(shared, 0o1777) == 0 && mkdir(own, 0o700) == 0)
    #expect(mkdir("\(own)/below", 0o700) == 0)
    #expect(symlink("../own", "\(shared)/covers") == 0)
    #expect(symlink("\(shared)/covers/below", path("mine")) == 0)
    try replaceFile("\(shared)/covers/a.jpg", with: [1])
    try replaceFile("\(path("mine"))/b.jpg", with: [2])
    #expect(lchown("\(shared)/covers", 4711, 4711) == 0)
    for name in ["\(shared)/covers/a.jpg", "\(shared)/covers/below/c.jpg", "\(path("mine"))/b.jpg"]
    {
      let error = #expect(throws: SystemError.self) { try replaceFile(name, with: [3]) }
      #expect(error?.message == "Could not open \(name).")
      #expect(
        error?.hint == "It is a link of another user in a directory where everybody may write."
      )
    }
    #expect(try FileDescriptor("\(own)/a.jpg", O_RDONLY).readAll(atMost: 9) == [1])
    #expect(try FileDescriptor("\(own)/below/b.jpg", O_RDONLY).readAll(atMost: 9) == [2])
    #expect(access("\(own)/below/c.jpg", F_OK) != 0)
    // Where only its owner may write, it is nobody else's.
    #expect(chmod(shared, 0o755) == 0)
    try replaceFile("\(shared)/covers/a.jpg", with: [4])
    #expect(try FileDescriptor("\(own)/a.jpg", O_RDONLY).readAll(atMost: 9) == [4])
  }

  @Test("a circle of links is refused")
  func circle() throws {
    #expect(symlink("b", path("a")) == 0 && symlink("a", path("b")) == 0)
    let error = #expect(throws: SystemError.self) { try replaceFile(path("a"), with: [1]) }
    #expect(error?.code == ELOOP)
  }
}
