internal import CHost
internal import Glibc

/// The pipes between us and a child, and its files.
///
/// The child's ends are closed here once it has started.
struct ChildPipes {
  typealias Pipe = (reading: FileDescriptor, writing: FileDescriptor)
  let input: Pipe?
  let output: Pipe?
  let errors: Pipe?
  /// The files to which the child writes, by path. A child that opened a named pipe would never start.
  private let files: [String: FileDescriptor]

  init(_ launch: Launch) throws(SystemError) {
    input = launch.input == .lifeline ? try FileDescriptor.pipe() : nil
    output = launch.output == .pipe ? try FileDescriptor.pipe() : nil
    errors = launch.errors == .pipe ? try FileDescriptor.pipe() : nil
    var files: [String: FileDescriptor] = [:]
    for case .file(let path) in [launch.output, launch.errors] where files[path] == nil {
      let file = try FileDescriptor(path, O_WRONLY | O_CREAT | O_APPEND)
      files[path] = try file.aboveStandardStreams()
    }
    self.files = files
    try input?.writing.setNonBlocking()
    try output?.reading.setNonBlocking()
    try errors?.reading.setNonBlocking()
  }

  /// The descriptor that becomes a standard stream of the child.
  func target(of output: Launch.Output, _ pipe: Pipe?) -> CInt? {
    if case .file(let path) = output { files[path]?.descriptor } else { pipe?.writing.descriptor }
  }
}

/// Starts the process; on return its program runs, or could not be run.
func spawn(_ launch: Launch, _ pipes: ChildPipes) throws(SystemError) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  try connectStreams(of: launch, pipes, &actions)

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  detach(launch, &attributes)

  var pid: pid_t = 0
  let code = withCStrings([launch.executable] + launch.arguments) { arguments in
    withCStrings(launch.environment.map { "\($0)=\($1)" }.sorted()) { environment in
      posix_spawn(&pid, launch.executable, &actions, &attributes, arguments, environment)
    }
  }
  guard code == 0 else { throw SystemError("start \(launch.executable)", code: code) }
  // It may have run a few instructions by now: these limits guard against mistakes.
  launch.limits.apply(to: pid)
  return pid
}

/// The three streams, and no other descriptor.
private func connectStreams(
  of launch: Launch,
  _ pipes: ChildPipes,
  _ actions: inout posix_spawn_file_actions_t
) throws(SystemError) {
  if launch.input == .null {
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
  } else if let input = pipes.input {
    posix_spawn_file_actions_adddup2(&actions, input.reading.descriptor, STDIN_FILENO)
  }
  let outputs = [
    (STDOUT_FILENO, launch.output, pipes.output), (STDERR_FILENO, launch.errors, pipes.errors),
  ]
  for (stream, target, pipe) in outputs {
    switch target {
    case .inherit: break
    case .null: posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
    case .file, .pipe:
      guard let descriptor = pipes.target(of: target, pipe) else { break }
      posix_spawn_file_actions_adddup2(&actions, descriptor, stream)
    }
  }
  if let directory = launch.workingDirectory {
    posix_spawn_file_actions_addchdir_np(&actions, directory)
  }
  let code = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
  guard code == 0 else { throw SystemError("start \(launch.executable)", code: code) }
}

/// Sets up a new group or session, with no signal blocked or ignored.
private func detach(_ launch: Launch, _ attributes: inout posix_spawnattr_t) {
  var none = sigset_t()
  sigemptyset(&none)
  var all = sigset_t()
  sigfillset(&all)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setsigdefault(&attributes, &all)
  posix_spawnattr_setpgroup(&attributes, 0)
  let groupRole: Int16 =
    switch launch.groupRole {
    case .newGroup: Int16(POSIX_SPAWN_SETPGROUP)
    case .newSession: host_spawn_setsid
    case .sameGroup: 0
    }
  let signals = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
  posix_spawnattr_setflags(&attributes, signals | groupRole)
}

/// Calls `body` with an array of C strings that ends as C wants it.
private func withCStrings<Result>(
  _ strings: [String],
  _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let pointers = strings.map { strdup($0) }
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers + [nil])
}
