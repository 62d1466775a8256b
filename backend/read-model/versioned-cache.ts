type Entry<Value> = { version: string; value: Value; dueAt: number }

/**
 * Caches values about lists in this process, by key: each value with the version of the rows it was made from. The
 * least recently used value is evicted first, once all together weigh more than `size`; a value weighs 1 unless `weigh`
 * says otherwise. A value of another version is computed again before it is returned; with `renewEvery` (ms) the old
 * one is returned while the new one is computed in the background, for a tenth of the time at most. Concurrent callers
 * share one computation.
 */
export function createVersionedCache<Value>(
  { size, renewEvery, weigh = () => 1 }: { size: number; renewEvery?: number; weigh?: (value: Value) => number },
  clock = () => performance.now(),
) {
  const entries = new Map<string, Entry<Value>>()
  const making = new Map<string, Promise<Entry<Value>>>()
  let weight = 0

  function forget(key: string): void {
    const known = entries.get(key)
    if (known && entries.delete(key)) weight -= weigh(known.value)
  }

  function keep(key: string, entry: Entry<Value>): Value {
    forget(key)
    entries.set(key, entry)
    weight += weigh(entry.value)
    for (const oldest of entries.keys()) if (weight > size) forget(oldest)
    return entry.value
  }

  async function make(version: string, read: () => Promise<Value>): Promise<Entry<Value>> {
    const start = clock()
    const value = await read()
    const now = clock()
    return { version, value, dueAt: now + Math.max(renewEvery ?? 0, 9 * (now - start)) }
  }

  function entryOf(key: string, version: string, read: () => Promise<Value>): Promise<Entry<Value>> {
    const name = `${version} ${key}`
    const made = making.get(name) ?? make(version, read).finally(() => making.delete(name))
    making.set(name, made)
    return made
  }

  return async (key: string, version: string, read: () => Promise<Value>): Promise<Value> => {
    const known = entries.get(key)
    if (known?.version === version) return keep(key, known)
    if (!known || renewEvery === undefined) return keep(key, await entryOf(key, version, read))
    if (clock() >= known.dueAt) {
      known.dueAt = Number.POSITIVE_INFINITY
      entryOf(key, version, read).then(
        (entry) => keep(key, entry),
        () => forget(key),
      )
    }
    return keep(key, known)
  }
}
