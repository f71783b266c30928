import MusicModel

extension PartialDate {
  /// The date as precisely as known: "January 12, 2020", "January 2020" or "2020".
  var displayText: String {
    guard let month else { return String(year) }
    let name = PartialDate.monthNames[month - 1]
    return day.map { "\(name) \($0), \(year)" } ?? "\(name) \(year)"
  }

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
