#!/usr/bin/perl
# Shanty: a MusicBus provider of level Core, with two built-in albums (Debian: libzmq-ffi-perl).
use strict;
use warnings;
use IO::Select;
use JSON::PP;
use Time::HiRes qw(time);
use ZMQ::FFI qw(ZMQ_DEALER);

my $json = JSON::PP->new->utf8->canonical;
my @albums = map { { kind => 'album', id => "shanty:album:$_->[0]", title => $_->[1], artist => { name => $_->[2] } } }
  ['1', 'Songs of the Sea', 'The Longest Johns'], ['2', 'Between Wind and Water', 'The Longest Johns'];
my %songs = ('shanty:album:1' => ['Wellerman', 'Leave Her, Johnny'], 'shanty:album:2' => ['Ashes', 'Moby Duck']);
my %methods = ('albums.search' => \&search, 'album.songs' => \&songs);
my $descriptor = {
  id => 'shanty', name => 'Shanty', version => '1.0', level => 'core', inflight => 1,
  methods => { map { $_ => { cost => {}, freshMs => 86_400_000 } } keys %methods },
  namespaces => ['shanty:album'], budgets => {}, hosts => [],
  attribution => { text => 'Two albums of shanties.' },
  samples => [
    { method => 'albums.search', params => { text => 'sea' } },
    { method => 'album.songs', params => { id => 'shanty:album:1' } },
  ],
};

if (($ENV{MUSICBUS_START} // '') ne 'stdin') {
  print STDERR "Shanty is a MusicBus provider and is started by a hub. Try it: musicbus provider try DIR albums.search sea\n";
  exit 64;
}
my $start = $json->decode(scalar readline STDIN);
my $context = ZMQ::FFI->new;
my $socket = $context->socket(ZMQ_DEALER);
$socket->connect($start->{endpoint});
my ($sid, $dead, $ended, $heard);

sub send_message {
  my ($header, $body) = @_;
  $header->{sid} = $sid if defined $sid;
  $socket->send_multipart(['MB1', $json->encode($header), $json->encode($body)]);
}

sub hello {
  ($sid, $dead, $heard) = (undef, 5000, time);
  send_message({ type => 'hello', id => 'h' }, {
    versions => { min => '1.0', max => '1.0' }, peer => { name => 'shanty', version => '1.0' },
    token => $start->{token}, descriptor => $descriptor,
  });
}

sub search {
  my ($params) = @_;
  my $text = $params->{text};
  die "missing text.\n" unless defined $text && !ref $text;
  return grep { index(lc $_->{title}, lc $text) >= 0 } @albums;
}

sub songs {
  my ($params) = @_;
  my $id = $params->{id};
  die "missing id.\n" unless defined $id && !ref $id;
  my $number = 0;
  return map { { kind => 'song', id => 'shanty:song:' . lc s/\W+/-/gr, title => $_, trackNumber => ++$number } }
    @{ $songs{$id} // [] };
}

sub call {
  my ($header, $body) = @_;
  my $method = $methods{ $header->{method} // '' }
    or return ('error', { code => 'METHOD_UNKNOWN', message => 'Shanty does not serve this method.' });
  my @items = eval {
    my $params = $json->decode($body);
    my @found = $method->($params);
    my $limit = $params->{limit} // 200;
    @found > $limit ? @found[0 .. $limit - 1] : @found;
  };
  return ('error', { code => 'INVALID_PARAMS', message => "Invalid parameters: $@" }) if $@;
  return ('done', { parts => 0, items => \@items });
}

sub received {
  my ($tag, $header, $body) = @_;
  return unless $tag eq 'MB1';
  $header = $json->decode($header);
  my ($type, $id) = @$header{qw(type id)};
  if ($type eq 'welcome') {
    $sid = $header->{sid};
    $dead = $json->decode($body)->{liveness}{deadMs};
  } elsif ($type eq 'reject') {
    print STDERR 'Rejected: ', $json->decode($body)->{message}, "\n";
    exit 78;
  } elsif ($type eq 'bye') {
    my $code = $json->decode($body // '{}')->{code} // '';
    exit 0 unless $code eq 'SESSION_UNKNOWN' || $code eq 'SLOW_CONSUMER';
    hello();
  } elsif (!defined $sid || !defined $id) {
    return;    # no session to reply in, or no id to reply to
  } elsif ($type eq 'ping') {
    send_message({ type => 'pong', re => $id }, { inflight => 0, oldestMs => 0, ended => $ended });
  } elsif ($type eq 'call') {
    my ($terminal, $result) = call($header, $body // '{}');
    send_message({ type => $terminal, re => $id }, $result);
    $ended++;
  } else {
    send_message({ type => 'error', re => $id }, { code => 'TYPE_UNKNOWN', message => 'Unknown type.' });
  }
}

$ended = 0;
hello();
my $watch = IO::Select->new(\*STDIN);
open my $bus, '<&', $socket->get_fd or die "cannot watch the socket: $!";
$watch->add($bus);
while (1) {
  while ($socket->has_pollin) {
    $heard = time;
    eval { received($socket->recv_multipart); 1 } or print STDERR "ignored a message: $@";
  }
  hello() if (time - $heard) * 1000 > $dead;
  for my $ready ($watch->can_read(0.2)) {
    exit 0 if $ready == \*STDIN && !sysread STDIN, my $rest, 1;    # exits with the hub
  }
}
