/** A terminal sends SIGINT to every process of the group, and npm passes it on: the same order comes twice. */
const echo = 1000 // ms

/**
 * `stop` is called on the first SIGTERM or SIGINT, `again` on one that comes later than an echo of it. Returns what ends
 * both.
 */
export function onStopSignals(stop: (signal: NodeJS.Signals) => void, again: () => void): () => void {
  let stoppedAt: number | null = null
  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppedAt === null) {
      stoppedAt = performance.now()
      stop(signal)
    } else if (performance.now() - stoppedAt > echo) again()
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  return () => process.off('SIGTERM', onSignal).off('SIGINT', onSignal)
}
