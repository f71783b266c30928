/// What a message is. These eleven are all that 1.0 has (`Protocol/registry/types.json`).
public enum MessageType: String, Hashable, Sendable, Codable, CaseIterable {
  case hello, welcome, reject
  case ping, pong
  case call, part, done, error, cancel
  case bye
}
