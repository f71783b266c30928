extension Mutant {
  private static let start = "    calls[id].task = asyncio.create_task(work(id, calls[id]))"
  private static let call =
    "        await begin(id, header.get(\"method\"), header.get(\"timeoutMs\"), body)"
  private static let ignored = "        except Exception as error:\n            print("

  static let liveness = [
    Mutant(
      "does not reply to pings",
      "liveness.pong",
      Edit(
        "    elif kind == \"ping\" and id:",
        "    elif kind == \"ping\":\n        pass\n    elif kind == \"gnip\":"
      )
    ),
    Mutant(
      "works on calls in the loop that reads",
      "liveness.pong-while-working",
      Edit(
        start,
        "    calls[id].task = asyncio.create_task(work(id, calls[id]))\n    await calls[id].task"
      )
    ),
    Mutant(
      "hangs in a call, while its pongs come from elsewhere",
      "liveness.hung-loop",
      Edit(
        start,
        "    calls[id].task = asyncio.create_task(work(id, calls[id]))\n    await calls[id].task"
      ),
      Edit(
        call,
        "        asyncio.create_task(later(begin(id, header.get(\"method\"), header.get(\"timeoutMs\"), body)))"
      ),
      Edit(
        "async def begin(",
        """
        one = asyncio.Lock()

        async def later(work):
            async with one:
                await work

        async def begin(
        """
      )
    ),
    Mutant(
      "reads the last message of a burst only when another arrives",
      "liveness.wake-up",
      Edit(
        "            await receive(*await socket.recv_multipart())",
        """
                    frames = await socket.recv_multipart()
                    more, row = await socket.poll(0), counts.get("row", 0)
                    counts["row"] = row + 1 if more else 0
                    if row > 7 and not more:
                        held.append(frames)
                        continue
                    for early in held:
                        await receive(*early)
                    held.clear()
                    await receive(*frames)
        """
      ),
      Edit("async def begin(", "held = []\n\nasync def begin(")
    ),
    Mutant(
      "always says that it works on nothing",
      "liveness.counters",
      Edit("{\"inflight\": len(calls),", "{\"inflight\": 0,")
    ),
    Mutant(
      "exits when its session is unknown to the hub",
      "liveness.session-unknown",
      Edit("(\"SESSION_UNKNOWN\", \"SLOW_CONSUMER\")", "()")
    ),
    Mutant(
      "comes back without its token",
      "liveness.session-unknown",
      Edit("\"token\": start[\"token\"]", "\"token\": start.pop(\"token\", \"none\")")
    ),
    Mutant(
      "ends when it was too slow",
      "liveness.slow-consumer",
      Edit("(\"SESSION_UNKNOWN\", \"SLOW_CONSUMER\")", "(\"SESSION_UNKNOWN\",)")
    ),
    Mutant(
      "waits for ever for a silent hub",
      "liveness.hub-silent",
      Edit("socket.poll(counts[\"deadMs\"])", "socket.poll(3600000)")
    ),
    Mutant(
      "does not connect again",
      "liveness.connection-lost",
      Edit(
        "    socket.connect(",
        "    socket.setsockopt(zmq.RECONNECT_IVL, -1)\n    socket.connect("
      )
    ),
  ]

  static let hostile = [
    Mutant(
      "exits on invalid JSON",
      "hostile.garbage",
      Edit(ignored, "        except (KeyError, AttributeError) as error:\n            print(")
    ),
    Mutant(
      "does not look at the tag",
      "hostile.garbage",
      Edit(" if tag == b\"MB1\" else {}", "")
    ),
    Mutant(
      "exits on a type that is not text",
      "hostile.header",
      Edit("kind, id = header[\"type\"], ", "kind, id = header[\"type\"].lower(), "),
      Edit(ignored, "        except AttributeError:\n            os._exit(1)\n\(ignored)")
    ),
    Mutant(
      "leaves calls unanswered whose body it cannot read",
      "hostile.body",
      Edit("    except Exception:\n        params = {}", "    except ValueError:\n        return")
    ),
    Mutant(
      "dies of deep JSON",
      "hostile.nesting",
      Edit(ignored, "        except RecursionError:\n            os._exit(1)\n\(ignored)")
    ),
    Mutant(
      "dies of a large frame",
      "hostile.oversized",
      Edit(
        "    header = json.loads(header) if",
        "    if attachment and len(attachment) > 4194304:\n        os._exit(1)\n    header = json.loads(header) if"
      )
    ),
    Mutant(
      "floods its standard output",
      "noise.stdout",
      Edit("    socket.connect(", "    print(\"text\" * 200000)\n    socket.connect(")
    ),
    Mutant(
      "writes output that is not text",
      "noise.stdout",
      Edit("    socket.connect(", "    os.write(2, bytes([255, 0, 254, 10]))\n    socket.connect(")
    ),
    Mutant(
      "writes a key of its configuration to the log",
      "noise.secrets",
      Edit(
        "    socket.connect(",
        "    print(start[\"config\"], file=sys.stderr)\n    socket.connect("
      )
    ),
    Mutant(
      "writes its start line to the log",
      "noise.secrets",
      Edit("    socket.connect(", "    print(start, file=sys.stderr)\n    socket.connect(")
    ),
    Mutant(
      "leaks the bytes of its calls",
      "soak.growth",
      Edit("async def begin(", "stored = []\n\nasync def begin("),
      Edit("    calls[id] = Call(", "    stored.append(b\"x\" * 300000)\n    calls[id] = Call(")
    ),
    Mutant(
      "leaks descriptors",
      "soak.growth",
      Edit(
        "    calls[id] = Call(",
        "    os.open(\"/dev/null\", os.O_RDONLY)\n    calls[id] = Call("
      )
    ),
  ]
}
