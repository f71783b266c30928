"""Cases that stay code because they compare replies with each other, or with what the provider declares."""
import re

from .findings import Failed, Skipped
from .play import NO_TEXT, NO_VALUE
from .protocol import (METHODS, compact, elements, entity_id, integer, is_file, is_list, is_single, kinds, members, plural,
                       problem, quoted, required, text)
from .declared import url_problem

ADVICE = {
    "UPSTREAM_UNAVAILABLE": "Check that the source can be reached from here, or use a local source with --upstream-var.",
    "DEADLINE_EXCEEDED": "Make fewer requests one after another, and end each call; if the source is slow, use a local source "
                         "with --upstream-var.",
    "CONFIGURATION_INVALID": "Correct the configuration: musicbus provider setup ID, or --config JSON.",
    "UPSTREAM_BAD_DATA": "The source returns something other than the provider expects. See the requests and responses with: "
                         "musicbus provider record",
    "UPSTREAM_REFUSED": "See the reason that the source states; a sample may not exist any more.",
    "NOT_IN_COUNTRY": 'Give the sample a "country" in which its source has it.',
    "GRANT_EXCEEDED": 'Declare a "cost" that allows all requests of a call.',
    "INTERNAL": "Fix the program as described. What it writes to standard error is shown by: musicbus provider try",
}
SKIPPED = ("Correct what is wrong with the records: their members are in Protocol/model.md, and their ids must be of the "
           "manifest's \"namespaces\".")
MANIFEST = "Correct provider.json; Protocol/lines.md lists its members, and Protocol/registry/methods.json the methods."
PAGE, MOST_PAGES, MOST_FETCHED = 50, 5, 3


def _fail(problems):
    if problems:
        raise Failed(*problems)


def title(call):
    """`artists.search text=Nina Simone`"""
    words = [f"{name}={value if isinstance(value, str) else compact(value)}" for name, value in sorted(call[1].items())]
    return " ".join([call[0], *words])


def _id(item):
    return text(members(item).get("id")) or ""


def _label(item):
    return text(members(item).get("name")) or text(members(item).get("title")) or ""


def _items(hub, call):
    """The items of a call; nothing if it failed, which `calls.samples` and others report."""
    made = hub.ask(call)
    return made.items if made.is_done else None


# MARK: Declarations


def manifest(worker):
    known, declared = worker.provider.manifest, None
    if known is None:
        raise Skipped("The provider was started without a manifest.")
    if known["problems"]:
        worker.findings.advise("lifecycle.manifest", MANIFEST)
        raise Failed(*known["problems"])
    declared = worker.declared()
    if declared.name != known["id"]:
        raise Failed(f"The manifest's \"id\" is {quoted(known['id'])}, the descriptor's {quoted(declared.name)}.")
    if declared.methods != known["methods"]:
        raise Failed(f"The manifest declares {', '.join(known['methods'])}; the descriptor declares {', '.join(declared.methods)}.")


def versions(worker):
    range = members(worker.shared_hub().session.hellos[0].body.get("versions"))
    limits = [re.fullmatch(r"(\d{1,3})\.(\d{1,3})", text(range.get(name)) or "") for name in ("min", "max")]
    if None in limits:
        raise Skipped("The version range is unreadable; see wire.hello.")
    low, high = ((int(it[1]), int(it[2])) for it in limits)
    if not low <= (1, 0) <= high or low[0] != high[0]:
        raise Failed(f"{range['min']} to {range['max']} does not include 1.0.")


def _descriptor(worker):
    descriptor = worker.shared_hub().session.hellos[0].body.get("descriptor")
    if not isinstance(descriptor, dict):
        raise Skipped("The descriptor is missing; see lifecycle.token.")
    return descriptor


def descriptor(worker):
    # Its URLs have a case of their own.
    declared = {name: it for name, it in _descriptor(worker).items() if name != "urls"}
    if declared.get("level") == "core" and declared.get("inflight") != 1 and integer(declared.get("inflight")):
        raise Failed('"inflight" must be 1 at level Core.')
    if wrong := problem("descriptor", declared):
        raise Failed(f"In the descriptor, {wrong}.")


def urls(worker):
    declared = _descriptor(worker)
    patterns = elements(declared.get("urls"))
    if len(patterns) > 50:
        raise Failed(f'"urls" has {len(patterns)} elements.')
    for it in map(members, patterns):
        parts = [text(it.get(name)) for name in ("url", "id", "example")]
        if None in parts:
            raise Failed('An element of "urls" is incomplete.')
        if wrong := url_problem(*parts, elements(declared.get("namespaces"))):
            raise Failed(f'In "urls", {wrong}.')


def declared(worker):
    """Calls each method without a usable parameter: whether it is served shows in the error."""
    hub, known = worker.shared_hub(), worker.declared()
    for method in METHODS:
        is_declared = known.serves(method)
        # A provider that needs no parameters would send requests.
        if is_declared and not required(method):
            continue
        call = hub.terminal(hub.call((method, {}), body=b""))
        if (call.code == "METHOD_UNKNOWN") == is_declared:
            raise Failed(f"Its descriptor declares {method}, but it replies METHOD_UNKNOWN." if is_declared
                         else f"Its descriptor does not declare {method}, but it replies {call.ending}.")


# MARK: Samples


def samples(worker):
    """Makes each sample, and calls every other method with what these have returned."""
    known, problems = worker.declared(), []
    if not known.samples:
        raise Failed("The descriptor has no samples.")
    try:
        _call_all(worker, known, problems)
    except Failed as error:
        if not problems:
            raise
        problems += error.problems
    except Skipped:
        if not problems:
            raise
    _fail(problems)


def _call_all(worker, known, problems):
    found = []
    for sample in known.samples:
        # Each of the rest would hang as well.
        if worker.findings.is_overdue and problems:
            break
        hub = worker.shared_hub()
        earlier = hub.child.log.sizes()
        call = _result(worker, hub, sample, problems)
        if call is None:
            continue
        found += call.items
        if not call.items and not call.terminal.attachment and "collection" not in call.terminal.body:
            reason = _skip_reason(hub, call, earlier)
            if reason:
                worker.findings.advise("calls.samples", SKIPPED)
            problems.append(f"The sample {title(sample)} has no results{reason}.")
    for method in known.methods:
        if method in {it[0] for it in known.samples} or worker.findings.is_overdue and problems:
            continue
        params = _derived(method, found)
        if params is None:
            problems.append(f"{method} was never called: it has no sample, and no other sample returns what it needs.")
        else:
            _result(worker, worker.shared_hub(), (method, params), problems)


def _result(worker, hub, sample, problems):
    """A call that has ended well, or nothing: its error is noted, with advice for the cause."""
    id = hub.call(sample)
    try:
        return hub.done(id)
    except Failed as error:
        call = hub.session.calls[id]
        if hub.child.exit or not call.terminal:
            raise
        # It is declared but not served, which another case reports.
        if call.code != "METHOD_UNKNOWN":
            if call.code in ADVICE:
                worker.findings.advise("calls.samples", ADVICE[call.code])
            problems += error.problems
        return None


def _skip_reason(hub, call, earlier):
    """That records were skipped, and why, as the provider has logged it."""
    skipped = integer(call.terminal.body.get("skipped")) or 0
    if skipped <= 0:
        return ""
    # The log of a call is written before its reply, and may arrive after it.
    hub.run(50)
    reasons = [line.split(" skipped records: ", 1)[1] for line in hub.child.log.lines(earlier) if " skipped records: " in line]
    why = f": {reasons[-1].removesuffix('.')}" if reasons else ""
    return f", because {plural(skipped, 'record')} {'was' if skipped == 1 else 'were'} skipped{why}"


def _derived(method, items):
    """The parameters of a method without a sample: an id or a URL that other calls have returned."""
    if method not in METHODS:
        return {}
    if is_file(method) and "url" in sum(METHODS[method]["provider"].values(), []):
        key = {"preview.get": lambda it: it.get("previewURL"), "stream.get": lambda it: members(it.get("stream")).get("url")}
        find = key.get(method, lambda it: members(next(iter(elements(it.get("artwork"))), None)).get("url"))
        return next(({"url": find(it)} for it in map(members, items) if find(it) is not None), None)
    if not required(method):
        return {}
    kind = method.partition(".")[0]
    id = next((it.get("id") for it in map(members, items) if it.get("kind") == kind), None)
    return {"id": id} if required(method)[0] == "id" and id is not None else None


def listed(worker):
    """Compares a record of each kind whose lists are declared to be whole with the same record by itself."""
    known, hub, problems = worker.declared(), worker.shared_hub(), []
    for method in filter(known.lists_whole, known.methods):
        kind, records = method.partition(".")[0], []
        for sample in known.samples:
            if sample[0] in METHODS and not is_single(sample[0]) and kind in kinds(sample[0]):
                records += hub.done(hub.call(sample)).items[:2]
        if not records:
            problems.append(f"No sample lists what {method} returns.")
        for record in records:
            whole = hub.done(hub.call((method, {"id": record.get("id")}))).items[:1]
            if not whole:
                problems.append(f"{method} does not find what a list contains.")
                continue
            problems += [f"{method} has {quoted(name)}, which a list lacks." for name in sorted(set(whole[0]) - set(record))]
    _fail(problems)


# MARK: Lists


def _lists(worker):
    lists = [it for it in worker.declared().samples if is_list(it[0])]
    if not lists:
        raise Skipped("No sample returns a list.")
    return worker.affordable(lists)


def pages(worker):
    has_pages = False
    for sample in _lists(worker):
        hub = worker.shared_hub()
        first = hub.done(hub.call(sample, {"limit": 1}))
        if not (position := first.position):
            continue
        has_pages = True
        second = hub.done(hub.call(sample, {"limit": 1, **position}))
        (name, value), following = next(iter(position.items())), second.position
        place = f"{sample[0]} with {name} {compact(value)}"
        known = [_id(it) for it in first.items if "id" in members(it)]
        if repeated := next((_id(it) for it in second.items if _id(it) in known), None):
            raise Failed(f'{place} repeated "{repeated}".')
        if following and not _follows(following, position):
            raise Failed(f"{place} continues at the same place or before it.")
    if not has_pages:
        raise Skipped("No list of a sample has a next page.")


def _follows(position, before):
    if "cursor" in position:
        return position != before and 1 <= len(position["cursor"].encode()) <= 1000
    return "offset" in before and before["offset"] < position["offset"] <= 1_000_000


def total(worker):
    """Follows the pages of lists, and compares what they have with what they state."""
    hub = worker.shared_hub()
    for sample in _lists(worker):
        known, read, position = set(), 0, {}
        for page in range(MOST_PAGES if worker.can_call_freely() else 2):
            call = hub.done(hub.call(sample, {"limit": PAGE, **position}))
            body, ids = call.terminal.body, {compact(it["id"]) for it in map(members, call.items) if "id" in it}
            if page and ids and ids <= known:
                raise Failed(f"Page {page + 1} of {title(sample)} has only items of the pages before.")
            known |= ids
            skipped = integer(body.get("skipped")) or 0
            found = len(call.items) + skipped
            read = position.get("offset", read) + found
            if wrong := _total_problem(body, read, skipped, found < PAGE):
                raise Failed(f"{title(sample)} stated {wrong}.")
            position = {name: body[old] for old, name in (("next", "offset"), ("cursor", "cursor")) if body.get(old) is not None}
            if not position:
                break


def _total_problem(body, read, skipped, is_last):
    stated = integer(body.get("total"))
    if stated is None:
        return None
    if stated < read - skipped:
        return f"the total {stated}, and returned {read} items"
    # Some records of a source may be left out.
    if is_last and body.get("next") is None and body.get("cursor") is None and stated > 2 * read:
        return f'the total {stated}, but its list ends after {read} items without "next"'
    return None


# MARK: Answers


def asked(worker):
    hub, problems = worker.shared_hub(), []
    for sample in worker.affordable(worker.declared().samples):
        other = _unknown(sample)
        if other is None or (known := _items(hub, sample)) is None or not (made := _items(hub, other)):
            continue
        if {_id(it) for it in made} == {_id(it) for it in known}:
            problems.append(f"{title(other)} returned the same as {title(sample)}.")
        elif "id" in other[1] or any(_label(it) == NO_TEXT for it in made):
            problems.append(f"{title(other)}, which does not exist, returned {quoted(_id(made[0]))}.")
    _fail(problems)


def _unknown(sample):
    """The same call with a text or id that does not exist."""
    method, params = sample
    if is_file(method):
        return None
    if id := entity_id(params.get("id")):
        return method, {"id": f"{id[0]}:{id[1]}:{NO_VALUE}"}
    return (method, {"text": NO_TEXT}) if "text" in params else None


def same(worker):
    hub = worker.shared_hub()
    for sample in _lists(worker):
        first = _items(hub, sample)
        second = _items(hub, sample) if first else None
        if second is None or {_id(it) for it in first} & {_id(it) for it in second}:
            continue
        others = f", such as {quoted(_id(second[0]))}" if second else ""
        raise Failed(f"{title(sample)} returned {quoted(_id(first[0]))}, and the next time only others{others}.")


def get(worker):
    """Fetches the entities of samples, and some that lists have returned."""
    known, hub, problems = worker.declared(), worker.shared_hub(), []
    for method in [it for it in METHODS if is_single(it) and known.serves(it)]:
        wanted = [(params["id"], None) for name, params in known.samples if name == method and text(params.get("id"))]
        if worker.can_call_freely() or not wanted:
            wanted += [(_id(item), name) for item, name in _listed(worker, kinds(method)[0])]
        for id, list in worker.affordable(wanted):
            if wrong := _get_problem(hub, method, id, list):
                problems.append(wrong)
    _fail(problems)


def _get_problem(hub, method, id, list):
    """What is wrong with the replies to two calls for one entity."""
    call = (method, {"id": id})
    found = _items(hub, call)
    if found is None:
        return None
    if not found:
        return f"{method} does not find {quoted(id)}, which {list} lists." if list else None
    if _id(found[0]) != id and id not in elements(members(found[0]).get("ids")):
        return f"{title(call)} returned {quoted(_id(found[0]))}."
    again = _items(hub, call)
    first, second = _label(found[0]), _label(again[0]) if again else ""
    if again is None or first == second:
        return None
    return f"{title(call)} returned {quoted(first)}, and the next time {quoted(second)}."


def belongs(worker):
    known, hub = worker.declared(), worker.shared_hub()
    for method, kind in (("artist.albums", "artist"), ("artist.songs", "artist"), ("album.songs", "album")):
        if not known.serves(method):
            continue
        wanted = [(params["id"], "") for name, params in known.samples if name == method and text(params.get("id"))]
        if worker.can_call_freely() or not wanted:
            wanted += [(_id(item), _label(item)) for item, _ in _listed(worker, kind)]
        wrong = None
        for id, name in worker.affordable(wanted):
            call = (method, {"id": id})
            items = _items(hub, call)
            if not items:
                continue
            owners = [members(members(it).get(kind)) for it in items]
            if any(_may_be(it, id, name) for it in owners):
                wrong = None
                break
            owner = text(owners[0].get("id")) or _label(owners[0])
            wrong = f"{title(call)} returned nothing of it; {quoted(_id(items[0]))} is of {quoted(owner)}."
        if wrong:
            raise Failed(wrong)


def _may_be(reference, wanted, name):
    """Whether a reference may be to an entity: its id says so, or else its name, if both are known."""
    id = text(reference.get("id"))
    if id and id.startswith(":".join(wanted.split(":")[:2]) + ":"):
        return id == wanted
    one, other = _words(_label(reference)), _words(name)
    return not one or not other or bool(one & other)


def _words(name):
    return set(re.findall(r"[^\W_]+", name.lower()))


def _listed(worker, kind):
    """Entities of a kind that lists have returned, under ids that the provider understands, and their methods."""
    known, hub, found = worker.declared(), worker.shared_hub(), []
    for sample in worker.affordable([it for it in known.samples if is_list(it[0]) and kind in kinds(it[0])]):
        items = [it for it in map(members, _items(hub, sample) or [])
                 if it.get("kind") == kind and ":".join(_id(it).split(":")[:2]) in known.namespaces]
        found += [(it, sample[0]) for it in items[:MOST_FETCHED]]
    return found
