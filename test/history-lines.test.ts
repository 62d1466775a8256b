import { expect, it } from 'vitest'
import { historyProjection } from '../backend/projections/history.ts'
import { itemStates } from '../backend/read-model/item-states.ts'
import { valueText } from '../site/lib/changes.ts'
import { inFieldOrder } from '../site/lib/history-fields.ts'
import { eventLabel, fieldLabel } from '../site/lib/labels.ts'
import { type FrozenEvent, readFrozen } from './freeze-event.ts'

const { onEvery } = historyProjection

/** Line of the history about an event. */
function linesOf({ type, decoded }: FrozenEvent): string[] {
  const metadata = { at: '2026-03-01T12:00:00.000Z', actor: { kind: 'visitor' }, command: 'Freeze' }
  const event: Parameters<NonNullable<typeof onEvery>>[0] = JSON.parse(
    JSON.stringify({ id: 'one', stream: 'frozen', revision: 0, position: '1', type, data: decoded, metadata }),
  )
  return (onEvery?.(event) ?? []).flatMap((change) => {
    if (change.kind !== 'insert') throw new Error('The history only gains rows from an event.')
    const said = { ...Object(change.row.changes), ...Object(change.row.personal) }
    return itemStates([{ type, said }]).flatMap(({ state }) => [
      eventLabel(type),
      ...inFieldOrder(state).map(([name, value]) => `${fieldLabel(name)}: ${valueText(name, value)}`),
    ])
  })
}

/** Texts that only programs read: times and days of ISO 8601, 24-hour clocks, names of fields, ids, JSON, hashes. */
const raw = {
  time: /\d{4}-\d\d-\d\dT/,
  day: /\b\d{4}-\d\d-\d\d\b/,
  clock: /: (?:[01]\d|2[0-3]):[0-5]\d$/,
  'field name': /\b[a-z]+[A-Z]\w*/,
  code: /\b[a-z]+(?:_[a-z]+)+\b|: [a-z]+(?:-[a-z]+)+$/,
  id: /\bIDs?\b|\b[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{16}/,
  'bare number of a person or thing': / (?:by|user|author|category|campaign|event): \d+$/i,
  JSON: /[{[]"|\[object/,
}

/** Words of the samples themselves. */
const written = ['{{firstName|friend}}', 'pay_1']

it.each(readFrozen().events)('the history of $type version $version has no raw values', (sample) => {
  const found = linesOf(sample).flatMap((line) => {
    const shown = written.reduce((text, words) => text.replaceAll(words, ''), line)
    return Object.entries(raw).flatMap(([what, pattern]) => (pattern.test(shown) ? [`${what} in ‘${line}’`] : []))
  })
  expect(found).toEqual([])
})

it('tells what happened to most items', () => {
  expect(readFrozen().events.filter((sample) => linesOf(sample).length > 0).length).toBeGreaterThan(80)
})
