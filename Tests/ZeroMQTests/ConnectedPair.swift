import ZeroMQ

/// A router and a dealer that is connected to it.
struct ConnectedPair: ~Copyable {
  var router: Socket<Router>
  var dealer: Socket<Dealer>

  init(
    router routerOptions: SocketOptions = SocketOptions(),
    dealer dealerOptions: SocketOptions = SocketOptions()
  ) throws {
    let context = try Context()
    let router = try Socket<Router>(context, options: routerOptions)
    try router.bind(to: "inproc://connected-pair")
    let dealer = try Socket<Dealer>(context, options: dealerOptions)
    try dealer.connect(to: "inproc://connected-pair")
    self.router = router
    self.dealer = dealer
  }
}
