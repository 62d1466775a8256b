/**
 * Runs jobs with the same key one after the other, in the order they arrived. This only avoids lost races for a busy
 * stream within one process; correctness comes from the revision that the append expects.
 */
export function createKeyedQueue(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const job = before.then(work)
    const ended = job.then(
      () => {},
      () => {},
    )
    last.set(key, ended)
    void ended.then(() => last.get(key) === ended && last.delete(key))
    return job
  }
}
