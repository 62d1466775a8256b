export type KeyedQueue = <Result>(key: string, job: () => Promise<Result>) => Promise<Result>

/**
 * Runs jobs with the same key one after another, in the order they came; jobs with different keys run side by side.
 * For a busy stream this only avoids lost races within this process: the revision that the append expects decides.
 */
export function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>()
  return (key, job) => {
    const result = (last.get(key) ?? Promise.resolve()).then(job)
    const settled = result.then(
      () => {},
      () => {},
    )
    last.set(key, settled)
    void settled.then(() => last.get(key) === settled && last.delete(key))
    return result
  }
}
