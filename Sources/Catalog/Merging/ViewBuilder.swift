import MusicModel

/// Makes the view of several records: for each member the best value, or all of them united.
struct ViewBuilder<Whole: Mergeable>: FieldVisitor {
  private let chooser: FieldChooser<Whole>
  private(set) var view: Whole
  /// Where the last single value came from.
  private var winner: Int?

  init(_ chooser: FieldChooser<Whole>, onto view: Whole) {
    self.chooser = chooser
    self.view = view
  }

  mutating func name(_ name: StaticString, _ path: WritableKeyPath<Whole, String>) {
    let names = chooser.wholes.map { Optional($0[keyPath: path]) }
    guard let best = chooser.order(name, of: names, quality: { _ in 0 }).first else { return }
    view[keyPath: path] = chooser.wholes[best][keyPath: path]
  }

  mutating func value<Value: FieldValue>(
    _ name: StaticString,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    winner = chooser.best(name, path)
    view[keyPath: path] = winner.flatMap { chooser.wholes[$0][keyPath: path] }
  }

  mutating func companion<Value: FieldValue>(
    _ name: StaticString,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    if let winner {
      view[keyPath: path] = chooser.wholes[winner][keyPath: path]
    } else {
      value(name, path)
    }
  }

  mutating func list<Value: FieldValue>(
    _ name: StaticString,
    _ path: WritableKeyPath<Whole, [Value]>
  ) {
    view[keyPath: path] = chooser.union(name, path)
  }

  mutating func table<Value: FieldValue>(
    _ name: StaticString,
    _ path: WritableKeyPath<Whole, [String: Value]>
  ) {
    view[keyPath: path] = chooser.union(name, path)
  }
}
