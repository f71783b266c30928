import MusicModel

/// Makes the view of several records: for each member the best value, or all of them united.
struct ViewBuilder<Whole: Mergeable>: FieldVisitor {
  private let chooser: FieldChooser<Whole>
  private(set) var view: Whole
  /// The records from which companions of the last lead are taken, best first.
  private var leaders: [Int] = []

  init(_ chooser: FieldChooser<Whole>, onto view: Whole) {
    self.chooser = chooser
    self.view = view
  }

  mutating func name(_ field: Field, _ path: WritableKeyPath<Whole, String>) {
    guard let best = chooser.best(field, path) else { return }
    view[keyPath: path] = chooser.wholes[best][keyPath: path]
  }

  mutating func value<Value: FieldValue>(_ field: Field, _ path: WritableKeyPath<Whole, Value?>) {
    if field.isLead { leaders = chooser.followers(chooser.order(field, path), path) }
    view[keyPath: path] = chooser.best(field, path).flatMap { chooser.wholes[$0][keyPath: path] }
  }

  mutating func companion<Value: FieldValue>(
    _ field: Field,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    if leaders.isEmpty { return value(field, path) }
    let source = leaders.first { chooser.wholes[$0][keyPath: path] != nil }
    view[keyPath: path] = source.flatMap { chooser.wholes[$0][keyPath: path] }
  }

  mutating func list<Value: FieldValue>(_ field: Field, _ path: WritableKeyPath<Whole, [Value]>) {
    view[keyPath: path] = chooser.union(field, path)
  }

  mutating func table<Value: FieldValue>(
    _ field: Field,
    _ path: WritableKeyPath<Whole, [String: Value]>
  ) {
    view[keyPath: path] = chooser.union(field, path)
  }
}
