/// The state of other machines that client calls may read. It is lent for one function, and never
/// stored.
struct CallContext: Sendable {
  let directory: ProviderDirectory
  let index: EntityIndex
}
