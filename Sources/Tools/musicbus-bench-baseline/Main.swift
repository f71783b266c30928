/// musicbus-bench-empty: a Swift process that does nothing, linked as the command line is: the least
/// that such a process costs.
@main
struct Main {
  static func main() {}
}
