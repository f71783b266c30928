internal import Glibc

extension SystemError {
  /// The reason of an error number, as a sentence for users.
  ///
  /// The texts of the C library are terse, and differ by system and language.
  package static func reason(of code: CInt) -> String {
    reasons[code] ?? "The system does not allow it (error \(code))."
  }

  private static let reasons: [CInt: String] = [
    ENOENT: "The file or directory does not exist.",
    EACCES: "You do not have permission.",
    EPERM: "You do not have permission.",
    EEXIST: "It exists already.",
    ENOTDIR: "A part of the path is not a directory.",
    EISDIR: "It is a directory.",
    ENOTEMPTY: "The directory is not empty.",
    ENOSPC: "The disk is full.",
    EDQUOT: "Your disk quota is used up.",
    EFBIG: "The file is too large.",
    EBADF: "It is not open.",
    EROFS: "The disk is read-only.",
    EIO: "The disk reports an error.",
    ELOOP: "It is a link, or the path has too many links.",
    ENAMETOOLONG: "The name is too long.",
    EMFILE: "Too many files are open (see ulimit -n).",
    ENFILE: "Too many files are open on this system.",
    ENOMEM: "There is not enough memory.",
    EAGAIN: "There are not enough processes or resources; try again later.",
    ENOEXEC: "It is not a program that this system can run.",
    ETXTBSY: "The program is being written.",
    EBUSY: "It is in use.",
    EXDEV: "It is on a different disk.",
    EPIPE: "The reader has ended.",
    ENXIO: "It is a device or a pipe without a reader.",
    ENODEV: "It is a device that does not support this.",
    ESRCH: "The process does not exist any more.",
    ESTALE: "The directory was removed or replaced.",
    EINVAL: "The system does not support it there.",
    ENOTSUP: "The file system does not support it.",
    ETIMEDOUT: "It took too long.",
    ECONNREFUSED: "No process accepts connections there.",
    ECONNRESET: "The connection was closed.",
    EADDRINUSE: "Another process uses the address.",
    EADDRNOTAVAIL: "The address does not belong to this machine.",
    EHOSTUNREACH: "The host cannot be reached.",
    ENETUNREACH: "The network cannot be reached.",
  ]
}
