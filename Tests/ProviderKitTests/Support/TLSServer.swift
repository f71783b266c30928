import Foundation
import TestKit

/// An HTTPS server on loopback with a self-signed certificate. It needs Python.
final class TLSServer {
  let url: String
  let certificatePath: String
  private let directory: TestDirectory
  private let process = Process()

  init() throws {
    directory = try TestDirectory()
    certificatePath = "\(directory.path)/server.pem"
    try Data(TLSServer.certificate.utf8).write(to: URL(filePath: certificatePath))
    process.executableURL = URL(filePath: Program.python.path)
    process.arguments = ["-c", TLSServer.script, certificatePath]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    url = "https://127.0.0.1:\(port.split(whereSeparator: \.isWhitespace).first ?? "")"
  }

  deinit { kill(process.processIdentifier, SIGKILL) }

  private static let script = """
    import socket, ssl, sys
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1])
    server = socket.create_server(("127.0.0.1", 0))
    print(server.getsockname()[1], flush=True)
    while True:
        connection, _ = server.accept()
        try:
            context.wrap_socket(connection, server_side=True).close()
        except OSError:
            pass
    """

  private static let certificate = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkkZthwYUUett+XwI
    sCvCZMe90nXlmzE1xzDDmE3NRQShRANCAAStLovg7BmuOv+MzlpZiCHGc7kyTGY+
    ru8RKXrY3UE5SkAVeoqr56JGdDHFLmo9hgJppW3a/lLGnk2GQ1ngo9dz
    -----END PRIVATE KEY-----
    -----BEGIN CERTIFICATE-----
    MIIBgDCCASWgAwIBAgIUHFRX8VDbGWErV6AS75bn7qfjTMwwCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzAyMTUzN1oYDzIxMjYxMDMw
    MDIxNTM3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAAStLovg7BmuOv+MzlpZiCHGc7kyTGY+ru8RKXrY3UE5SkAVeoqr56JG
    dDHFLmo9hgJppW3a/lLGnk2GQ1ngo9dzo1MwUTAdBgNVHQ4EFgQUJ5l8NF7zfWPg
    w5Ly0HpWxDJ++qUwHwYDVR0jBBgwFoAUJ5l8NF7zfWPgw5Ly0HpWxDJ++qUwDwYD
    VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA7rLtJHDJ9gVxFSDB8wMT
    LXxgZPhICSUmT4bsNNOh7e8CIQDJbzMJ+d9lD5j2fMrtnCnSBolULbk0Le4Obq9n
    yYATrw==
    -----END CERTIFICATE-----
    """
}
