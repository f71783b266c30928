/// Parts of the units that systemd starts the hub and the page with.
enum UnitFile {
  /// A word as systemd reads it: in quotes, and without its specifiers.
  static func quoted(_ word: String) -> String {
    let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n").replacing("%", with: "%%")
    return "\"\(escaped)\""
  }

  /// The line with the hub's directory, if it is not the usual one.
  static func home(_ path: String?) -> String {
    path.map { "Environment=\(quoted("MUSICBUS_HOME=\($0)"))\n" } ?? ""
  }

  /// What neither the hub, the page nor a provider needs. User namespaces stay allowed: a provider may
  /// isolate its own processes with them. The page starts the hub if none runs, so both have the same.
  static let hardening = """
    NoNewPrivileges=yes
    LockPersonality=yes
    RestrictRealtime=yes
    RestrictSUIDSGID=yes
    RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
    SystemCallArchitectures=native
    SystemCallFilter=~@clock @cpu-emulation @debug @module @obsolete @raw-io @reboot @swap
    SystemCallErrorNumber=EPERM
    UMask=0077
    """
}
