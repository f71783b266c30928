/// The body of `done` after a change of favourites: most of it is their results.
struct FavoriteResultList: FastListBody {
  private(set) var done: Done

  init(_ done: Done) { self.done = done }

  init(from decoder: any Decoder) throws { done = try Done(from: decoder) }

  func encode(to encoder: any Encoder) throws { try done.encode(to: encoder) }

  static var listName: String { "results" }

  var list: [FavoriteResult]? {
    get { done.results }
    set { done.results = newValue }
  }
}
