/// The type of a message. Version 1.0 has these eleven (`Protocol/registry/types.json`).
public enum MessageType: String, Hashable, Sendable, Codable, CaseIterable {
  case hello, welcome, reject
  case ping, pong
  case call, part, done, error, cancel
  case bye
}
