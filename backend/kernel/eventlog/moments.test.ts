import { describe, expect, it } from 'vitest'
import type { EventLog } from './event-log.ts'
import { createMemoryLog } from './memory.ts'
import { positionAt } from './moments.ts'

async function logOf(...times: string[]): Promise<EventLog> {
  const log = createMemoryLog()
  for (const [index, at] of times.entries())
    await log.append(`note-${index}`, 'no-stream', [
      { id: `id-${index}`, type: 'NoteWritten', data: '{}', metadata: at === '' ? 'not ours' : JSON.stringify({ at }) },
    ])
  return log
}
/** As EventStoreDB, whose positions tell no numbers. */
const withoutNumbers = ({ nth: _, distance: __, ...log }: EventLog): EventLog => log

const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T12:00:00.000Z`
const logs = { 'numbered positions': (log: EventLog) => log, 'opaque positions': withoutNumbers }

describe.each(Object.entries(logs))('The position at a moment, with %s', (_name, through) => {
  it('is that of the last event by then', async () => {
    const log = through(await logOf(day(1), day(2), day(2), day(5)))
    expect(await positionAt(log, day(1))).toBe('1')
    expect(await positionAt(log, day(2))).toBe('3')
    expect(await positionAt(log, day(4))).toBe('3')
    expect(await positionAt(log, day(9))).toBe('4')
  })

  it('is null before the first event, and in an empty log', async () => {
    expect(await positionAt(through(await logOf(day(2))), day(1))).toBe(null)
    expect(await positionAt(through(await logOf()), day(1))).toBe(null)
  })

  it('passes over events of other programs', async () => {
    const log = through(await logOf('', day(1), '', day(3)))
    expect(await positionAt(log, day(2))).toBe('3')
  })

  it('finds every event of a long log', async () => {
    const minute = (number: number) => new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString()
    const log = through(await logOf(...Array.from({ length: 1500 }, (_, index) => minute(index))))
    for (const number of [0, 1, 2, 749, 998, 999, 1000, 1001, 1499])
      expect(await positionAt(log, minute(number))).toBe(String(number + 1))
  })
})
