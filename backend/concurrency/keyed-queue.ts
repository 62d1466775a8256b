/**
 * One after the other per name, in the order in which they came. Only spares lost races for a busy stream within this
 * process; what is right is decided by the revision that the append expects.
 */
export function createKeyedQueue(): <Result>(name: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const before = last.get(name) ?? Promise.resolve()
    const turn = before.then(work)
    const ended = turn.then(
      () => {},
      () => {},
    )
    last.set(name, ended)
    void ended.then(() => last.get(name) === ended && last.delete(name))
    return turn
  }
}
