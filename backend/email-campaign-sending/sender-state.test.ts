import { expect, it } from 'vitest'
import {
  areListsOld,
  claimCount,
  createSenderState,
  forgetFailures,
  forgetListAge,
  isProbed,
  isServerAway,
  nextList,
  noteAccepted,
  noteDoubt,
  noteServerAway,
  noteServerReached,
  noteSilence,
  rememberLists,
  startable,
} from './sender-state.ts'

const list = (listId: string) => ({
  listId,
  campaignId: 1,
  mail: {
    kind: 'composed',
    purpose: 'campaignNews',
    confirmedOptIn: false,
    subject: 'Hello',
    preheader: '',
    body: 'Hi',
  } as const,
})
const recipient = {
  listId: 'a',
  campaignId: 1,
  id: 1,
  subject: 's',
  email: 'a@b.test',
  firstName: null,
  provider: 'b.test',
  attempts: 1,
}
const retries = { first: 1000, max: 4000 }
const at = (now: number) => ({ startedAt: now, now })
const polls = { poll: 250, idlePoll: 5000 }

it('reads the lists at the start, then often while one is being sent and rarely while none is', () => {
  const state = createSenderState()
  expect(areListsOld(state, 0, polls)).toBe(true)
  rememberLists(state, [list('a')], 0)
  expect(areListsOld(state, 250, polls)).toBe(false)
  expect(areListsOld(state, 251, polls)).toBe(true)
  rememberLists(state, [], 251)
  expect(areListsOld(state, 5251, polls)).toBe(false)
  expect(areListsOld(state, 5252, polls)).toBe(true)
})

it('reads the lists again at once when work was announced', () => {
  const state = createSenderState()
  rememberLists(state, [], 0)
  forgetListAge(state)
  expect(areListsOld(state, 1, polls)).toBe(true)
})

it('gives each list its turn, also after another one was added', () => {
  const state = createSenderState()
  expect(nextList(state)).toBeUndefined()
  const turns = (count: number) => Array.from({ length: count }, () => nextList(state)?.listId)
  state.turn = 0
  rememberLists(state, [list('a'), list('b')], 0)
  expect(turns(3)).toEqual(['a', 'b', 'a'])
  rememberLists(state, [list('a'), list('b'), list('c')], 1)
  expect(turns(3)).toEqual(['a', 'b', 'c'])
})

it('claims all that is wanted, at most a quarter of a second ahead, and one recipient while the server is away', () => {
  const state = createSenderState()
  expect(claimCount(state, 100, null)).toBe(100)
  expect(claimCount(state, 100, 40)).toBe(10)
  expect(claimCount(state, 100, 1)).toBe(1)
  noteServerAway(state, at(0), retries)
  expect(claimCount(state, 100, null)).toBe(1)
})

it('waits longer after each failure of the server, and counts what several lanes notice at once as one', () => {
  const state = createSenderState()
  expect(isServerAway(state, 0)).toBe(false)
  noteServerAway(state, at(0), retries)
  noteServerAway(state, at(5), retries)
  expect([isServerAway(state, 999), isServerAway(state, 1000)]).toEqual([true, false])
  noteServerAway(state, at(1000), retries)
  expect([isServerAway(state, 2999), isServerAway(state, 3000)]).toEqual([true, false])
  noteServerReached(state, 3000)
  noteServerAway(state, at(3000), retries)
  expect([isServerAway(state, 3999), isServerAway(state, 4000)]).toEqual([true, false])
})

it('does not start a mail whose lease could end during the attempt', () => {
  expect(startable({ recipient, until: 100 }, 99)).toBe(recipient)
  expect(startable({ recipient, until: 100 }, 100)).toBeNull()
})

it('counts a burst on ten connections once, even when the last one hears of it after the pause', () => {
  const state = createSenderState()
  for (const now of [10, 11, 12, 1500]) noteServerAway(state, { startedAt: 0, now }, retries)
  expect([state.serverFailures, state.serverBackAt]).toEqual([1, 1010])
})

it('tests with one email at a time whether the server is back', () => {
  const state = createSenderState()
  state.busyLanes = 3
  expect(isProbed(state)).toBe(false)
  noteServerAway(state, at(0), retries)
  expect(isProbed(state)).toBe(true)
  state.busyLanes = 0
  expect(isProbed(state)).toBe(false)
})

it('tries at once when an admin starts or resumes an email campaign', () => {
  const state = createSenderState()
  noteServerAway(state, at(0), retries)
  forgetFailures(state)
  expect(isServerAway(state, 1)).toBe(false)
})

it('treats words about us as our fault when they come three times in a row', () => {
  const state = createSenderState()
  expect([noteDoubt(state), noteDoubt(state)]).toEqual([false, false])
  noteAccepted(state)
  expect([noteDoubt(state), noteDoubt(state), noteDoubt(state)]).toEqual([false, false, true])
})

it('takes the server for away when it leaves three emails in a row without an answer', () => {
  const state = createSenderState()
  expect([noteSilence(state), noteSilence(state)]).toEqual([false, false])
  noteServerReached(state, 0)
  expect([noteSilence(state), noteSilence(state), noteSilence(state)]).toEqual([false, false, true])
})
