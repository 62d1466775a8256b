/** Speed at which email may leave: emails per second. Pure: the time is passed in (ms). */
export type Pace = {
  /** Takes a turn and returns the milliseconds from `now` until the email may leave. */
  take(now: number): number
  /** Time ahead for which turns are already taken. */
  ahead(now: number): number
}

/** Evenly spaced turns, with a burst of a tenth of a second; `senders` share them. */
export function createPace(perSecond: number, senders = () => 1): Pace {
  const burst = 100 // ms
  let next = 0
  const wait = (now: number) => Math.max(0, next - now - burst)
  return {
    take(now) {
      const gap = (1000 * senders()) / perSecond
      next = Math.max(next, now) + gap
      return wait(now + gap)
    },
    ahead: wait,
  }
}

/** One pace for all email and one per mailbox provider; null: unlimited. */
export function createPaces({
  perSecond,
  perProvider,
  senders = () => 1,
}: {
  perSecond: number | null
  perProvider: number | null
  /** Processes that share these limits. */
  senders?: () => number
}) {
  const all = perSecond === null ? null : createPace(perSecond, senders)
  const providers = new Map<string, Pace>()
  return {
    take(provider: string, now: number): number {
      const waits = [all?.take(now) ?? 0]
      if (perProvider !== null) {
        const pace = providers.get(provider) ?? createPace(perProvider, senders)
        // A list has at most as many providers as domains; providers without a turn ahead need no memory.
        if (providers.size > 1000)
          for (const [name, known] of providers) if (known.ahead(now) === 0) providers.delete(name)
        providers.set(provider, pace)
        waits.push(pace.take(now))
      }
      return Math.max(...waits)
    },
    /** Providers whose turns are taken for longer than `ms`. */
    busy: (now: number, ms: number): string[] =>
      [...providers].filter(([, pace]) => pace.ahead(now) > ms).map(([name]) => name),
    /** True when all email has to wait for longer than `ms`. */
    isBusy: (now: number, ms: number): boolean => (all?.ahead(now) ?? 0) > ms,
  }
}
