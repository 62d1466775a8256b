import { expect, it } from 'vitest'
import { readFrozen } from '../../test/freeze-event.ts'
import { at, recorded } from '../../test/support/log/projected.ts'
import { increment, type RowChange, update } from '../kernel/projector/projection.ts'
import { eventFacts, pageFamilies } from '../topics/index.ts'
import { projections } from './index.ts'

const samples = new Map(readFrozen().events.map(({ type, decoded }) => [type, decoded]))
/** The counts of each projection for its pages when the event is about item 7. */
function countedBy(type: string): { [projection: string]: RowChange[] } {
  const data = Object.fromEntries(
    Object.entries(samples.get(type) ?? {}).map(([field, value]) => [field, /Id$/.test(field) ? 7 : value]),
  )
  const event = Object.assign(recorded({ type: 'SubjectErased', data: { subject: '' } }), { type, data })
  const counted = projections.map(({ name, on }): [string, RowChange[]] => [
    name,
    (on[type]?.(event) ?? []).filter(({ table }) => table.endsWith('_page_tags')),
  ])
  return Object.fromEntries(counted.filter(([, changes]) => changes.length > 0))
}

const item = (table: string) => [
  increment(table, { item_id: 0 }, { version: 1 }),
  increment(table, { item_id: 7 }, { version: 1 }),
  update(table, { item_id: 7 }, { moved_at: at }),
]
const everyPage = (table: string) => [increment(table, { item_id: 0 }, { erasures: 1 })]

it('every event that changes pages is counted once, by the projection that changes the rows they show', () => {
  const types = [...eventFacts].flatMap(([type, { pages }]) =>
    typeof pages === 'object' ? [[type, pages.family] as const] : [],
  )
  expect(types.length).toBeGreaterThan(30)
  for (const [type, family] of types)
    expect(countedBy(type), type).toEqual({ [family]: item(`${family.replace('-', '_')}_page_tags`) })
})

it.each(['SubjectErased', 'UserErased'])('%s is counted for all pages that show people’s words', (type) => {
  expect(countedBy(type)).toEqual({
    prayers: everyPage('prayers_page_tags'),
    endorsements: everyPage('endorsements_page_tags'),
    'forum-threads': everyPage('forum_threads_page_tags'),
  })
})

it.each(['PrayerSubmitted', 'PrayerRejected', 'PrayerRestored', 'EndorsementRejected', 'ArticleCreated'])(
  '%s is not counted: nothing public changes before an approval, a publication or an edit',
  (type) => expect(countedBy(type)).toEqual({}),
)

it('families are projections', () => {
  expect(pageFamilies.toSorted()).toEqual(['campaign-events', 'endorsements', 'forum-threads', 'news', 'prayers'])
  expect(projections.map(({ name }) => name)).toEqual(expect.arrayContaining([...pageFamilies]))
})
