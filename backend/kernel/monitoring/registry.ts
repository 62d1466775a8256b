import { Counter, Registry } from 'prom-client'

/** Leaves a metric that fails out of a scrape. Its metrics are read one after another, and once for scrapes at the same time. */
class TolerantRegistry extends Registry {
  #scrape: Promise<string> | null = null

  override metrics(): Promise<string> {
    this.#scrape ??= this.#read().finally(() => {
      this.#scrape = null
    })
    return this.#scrape
  }

  async #read(): Promise<string> {
    const texts: string[] = []
    for (const { name } of this.getMetricsAsArray()) {
      const text = await this.getSingleMetricAsString(name).catch(() => null)
      if (text !== null) texts.push(text)
    }
    return `${texts.join('\n\n')}\n`
  }
}

/** One registry per process; other rooms add their metrics to it. */
export const createRegistry = (): Registry => new TolerantRegistry()

/** A counter of what other parts count themselves, by the value of its label. */
export function countElsewhere(
  registry: Registry,
  { name, help, label }: { name: `${string}_total`; help: string; label: string },
  counts: { [value: string]: () => number },
): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset()
      for (const [value, count] of Object.entries(counts)) this.inc({ [label]: value }, count())
    },
  })
}

/**
 * `measurements_dropped_total` by kind: rows dropped since the start because a queue was full or the database rejected
 * them.
 */
export const countDropped = (registry: Registry, counts: { [kind: string]: () => number }): void =>
  countElsewhere(
    registry,
    {
      name: 'measurements_dropped_total',
      help: 'Measurements dropped because a queue was full, the database rejected them, or no event can hold what they say.',
      label: 'kind',
    },
    counts,
  )
