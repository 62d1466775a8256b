import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { judgeClicks, type MailClick } from './click-rules.ts'

const decision = new URL('../../../docs/decisions/0165-bursts-of-clicks.md', import.meta.url)
const deliveredAt = '2026-03-01T12:00:00.000Z'
const minute = 60_000

/** A request for a link, this many ms after delivery. */
type Request = [link: number, ms: number, facts?: Partial<MailClick>]
type Trace = { what: string; links: number; requests: Request[] }

/** One link after the other, `pause` ms apart. */
const each = (links: number[], from: number, pause: number, facts: Partial<MailClick> = {}): Request[] =>
  links.map((link, nth) => [link, from + nth * pause, facts])
const upTo = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1)

const traces: Trace[] = [
  { what: 'One link of ten, a minute later', links: 10, requests: [[3, minute]] },
  { what: 'Two links of ten in two tabs, 0.4 s apart', links: 10, requests: each([1, 2], minute, 400) },
  { what: 'Three links of ten in three tabs, 1.2 s apart', links: 10, requests: each([1, 2, 3], minute, 1200) },
  { what: 'Five links of ten while reading, 20 s apart', links: 10, requests: each(upTo(5), minute, 20_000) },
  { what: 'All ten links while reading, 20 s apart', links: 10, requests: each(upTo(10), minute, 20_000) },
  { what: 'Both links of two while reading, 5 s apart', links: 2, requests: each([1, 2], minute, 5000) },
  { what: 'The only link of a mail, 3 s after delivery', links: 1, requests: [[1, 3000]] },
  {
    what: 'One link on a phone, and again the next day',
    links: 4,
    requests: [
      [1, minute],
      [1, 1440 * minute],
    ],
  },
  { what: 'Nine links of ten within a second', links: 10, requests: each(upTo(9), minute, 110) },
  { what: 'Three links of ten within two seconds', links: 10, requests: each([2, 5, 9], minute, 1000) },
  { what: 'Six links of ten, a second apart', links: 10, requests: each(upTo(6), minute, 1000) },
  { what: 'Three links of four, a second and a half apart', links: 4, requests: each([1, 2, 3], minute, 1500) },
  { what: 'All ten links within nine seconds', links: 10, requests: each(upTo(10), minute, 900) },
  { what: 'Both links of two within a second', links: 2, requests: each([1, 2], minute, 900) },
  { what: 'Nine links of ten a second after delivery', links: 10, requests: each(upTo(9), 500, 100) },
  { what: 'Nine links of ten by HEAD', links: 10, requests: each(upTo(9), minute, 110, { method: 'HEAD' }) },
  {
    what: 'Nine links of ten ahead of the reader',
    links: 10,
    requests: each(upTo(9), minute, 110, { client: 'prefetch' }),
  },
  {
    what: 'Nine links of ten within a second, and the person an hour later',
    links: 10,
    requests: [...each(upTo(9), minute, 110), [4, 61 * minute]],
  },
  {
    what: 'The person, and a second scan of nine links an hour later',
    links: 10,
    requests: [[4, minute], ...each(upTo(9), 61 * minute, 110)],
  },
  { what: 'Four links of ten, five seconds apart', links: 10, requests: each(upTo(4), minute, 5000) },
]

function made({ links, requests }: Trace, version: string): string {
  const clicks = requests.map(
    ([link, ms, facts], nth): MailClick => ({
      clickId: String(nth),
      link,
      links,
      at: new Date(Date.parse(deliveredAt) + ms).toISOString(),
      deliveredAt,
      method: 'GET',
      client: 'browser',
      ...facts,
    }),
  )
  const counts = Map.groupBy(judgeClicks(clicks, version).values(), ({ rule }) => rule ?? 'person')
  return [...counts].map(([who, those]) => `${those.length} × ${who}`).join(', ')
}

/** The table of the decision: what each version of the rules makes of each trace. */
const row = (trace: Trace) => [trace.what, made(trace, 'clicks-1'), made(trace, 'clicks-2')]
const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

it('the decision says what each version of the rules makes of twenty traces', () => {
  const lines = readFileSync(decision, 'utf8').split('\n')
  const table = lines.filter((line) => line.startsWith('| ')).map(cells)
  expect(traces).toHaveLength(20)
  expect(table.slice(2)).toEqual(traces.map(row))
})
