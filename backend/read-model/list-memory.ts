type Entry<Value> = { version: string; value: Value; dueAt: number }

/**
 * What this process remembers about lists, by key: each value with the version of the rows it was made from. The one
 * that nobody asked for the longest goes first. A value of another version is made again before it is given; with
 * `renewEvery` (ms) the old one is given while the new one is made in the background, for a tenth of the time at most.
 */
export function createListMemory<Value>(
  { size, renewEvery }: { size: number; renewEvery?: number },
  clock = () => performance.now(),
) {
  const entries = new Map<string, Entry<Value>>()

  function keep(key: string, entry: Entry<Value>): Value {
    entries.delete(key)
    entries.set(key, entry)
    for (const oldest of entries.keys()) if (entries.size > size) entries.delete(oldest)
    return entry.value
  }

  async function entryOf(version: string, read: () => Promise<Value>): Promise<Entry<Value>> {
    const start = clock()
    const value = await read()
    const now = clock()
    return { version, value, dueAt: now + Math.max(renewEvery ?? 0, 9 * (now - start)) }
  }

  return async (key: string, version: string, read: () => Promise<Value>): Promise<Value> => {
    const known = entries.get(key)
    if (known?.version === version) return keep(key, known)
    if (!known || renewEvery === undefined) return keep(key, await entryOf(version, read))
    if (clock() >= known.dueAt) {
      known.dueAt = Number.POSITIVE_INFINITY
      entryOf(version, read).then(
        (entry) => keep(key, entry),
        () => entries.delete(key),
      )
    }
    return keep(key, known)
  }
}
