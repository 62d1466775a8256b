import { expect, it } from 'vitest'
import { personalLists, submissionKinds, topicWords } from '../../contract/topic-words.ts'
import { projections } from '../projections/index.ts'
import { erasableTopics, eventFacts, exportedTables, listedTables, reviewedItems, sequences, topics } from './index.ts'

it('describes each event type once', () => {
  const types = topics.flatMap(({ events }) => Object.keys(events))
  expect(types.filter((type, index) => types.indexOf(type) !== index)).toEqual([])
})

it('has words only for events that exist', () => {
  const worded = topicWords.flatMap((words) => [
    ...('events' in words ? Object.keys(words.events) : []),
    ...('activity' in words ? Object.keys(words.activity) : []),
  ])
  expect(worded.filter((type) => !eventFacts.has(type))).toEqual([])
})

it('says where each list of a person’s data comes from, and shows them what they sent in', () => {
  expect([...exportedTables.keys()].toSorted()).toEqual([...personalLists].toSorted())
  expect([...listedTables.keys()].toSorted()).toEqual([...submissionKinds].toSorted())
})

it('names each sequence once', () => {
  expect(new Set(sequences).size).toBe(sequences.length)
})

it('exports and lists only read tables that a projection fills', () => {
  const filled = new Set(projections.flatMap(({ tables }) => Object.keys(tables)))
  const named = [...exportedTables.values(), ...listedTables.values()].map(({ table }) => table)
  expect(named.filter((table) => !filled.has(table))).toEqual([])
})

it('erases what admins review with the account that sent it, counts it as taking part, and lists it for its person', () => {
  const isListed = (tables: ReadonlyMap<string, { table: string }>, table: string) =>
    [...tables.values()].some((listed) => listed.table === table)
  for (const { topic, table, submitted } of reviewedItems) {
    expect(erasableTopics.has(topic), topic).toBe(true)
    expect(eventFacts.get(submitted), topic).toMatchObject({ isSubmission: true, engagement: expect.any(Function) })
    expect([isListed(exportedTables, table), isListed(listedTables, table)], topic).toEqual([true, true])
  }
})
