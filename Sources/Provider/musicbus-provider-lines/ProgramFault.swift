import MusicModel

/// What the author of a program can do about a fault of it, by the message of its interpreter.
struct ProgramFault {
  /// The provider that it is.
  let id: ProviderID?

  /// A message, followed by the way to mend its cause, if that is known.
  func explained(_ message: String) -> String {
    guard let fix = fix(message) else { return message }
    return message + (message.hasSuffix(".") ? " " : ". ") + fix
  }

  private func fix(_ message: String) -> String? {
    func says(_ texts: String...) -> Bool { texts.contains { message.contains($0) } }
    if says("No module named", "Cannot find module", "Can't locate ", "cannot load such file") {
      return
        "A program finds modules in /usr and in its own directory only: put it there, or into a virtual "
        + "environment there (#!.venv/bin/python3). Requests need no module: write a line with \"fetch\"."
    }
    if says("Read-only file system", "Permission denied", "EROFS", "EACCES") {
      return "A program may write to its home directory only: the variable HOME has its path."
    }
    if says(
      "Temporary failure in name resolution",
      "Name or service not known",
      "Network is unreachable",
      "Connection refused",
      "Could not resolve host",
      "ENOTFOUND",
      "ECONNREFUSED",
      "ENETUNREACH"
    ) {
      return "A program has no network: write a line with \"fetch\", and read the response."
    }
    if let name = variable(in: message) {
      let own = id.map { name.hasPrefix($0.variablePrefix) ? name : $0.variablePrefix + name }
      return "If \(name) is a variable of the environment, call it \(own ?? name), and list it in "
        + "\"environment\" of provider.json."
    }
    if says("Exec format error") {
      return "Its first line has to name its interpreter, such as #!/usr/bin/env python3."
    }
    if says("env: ", "bad interpreter", "execvp ") {
      return "A program and its interpreter must be in /usr or in the provider's directory."
    }
    if let path = message.firstMatch(of: /No such file or directory: '(\/[^']*)'/)?.1 {
      return "A program sees /usr, its own directory and HOME, and not \(path)."
    }
    return nil
  }

  /// The name of an unset variable that was looked up, as Python and shells report it.
  private func variable(in message: String) -> Substring? {
    message.firstMatch(of: /KeyError: '([A-Z][A-Z0-9_]+)'/)?.1
      ?? message.firstMatch(of: /([A-Z][A-Z0-9_]+): (?:unbound variable|parameter not set)/)?.1
  }
}
