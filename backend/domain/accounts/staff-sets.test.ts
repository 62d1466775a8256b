import { describe, expect, it } from 'vitest'
import { isRight, staffRights } from '../../../records/staff-rights.ts'
import { lackOf, maxStaffSets, needsOf, type SetRight, setRights, withNeeds } from '../../../records/staff-sets.ts'
import { given } from '../../../test/support/spec.ts'
import { type StaffSetCommand, type StaffSetEvent, setsInForce, staffSets } from './staff-sets.ts'

const rights: SetRight[] = ['console', 'prayers']
const words = { name: 'Prayer desk', rights, reason: null }
type Words = { name?: string; rights?: readonly SetRight[]; reason?: string | null }

const define = (said: Words = {}): StaffSetCommand => ({ type: 'DefineStaffSet', data: { ...words, ...said } })
const change = (said: Words & { setId?: number; revision?: number } = {}): StaffSetCommand => ({
  type: 'ChangeStaffSet',
  data: { setId: 1, revision: 1, ...words, ...said },
})
const remove = (setId = 1): StaffSetCommand => ({
  type: 'RemoveStaffSet',
  data: { setId, reason: 'No longer needed.' },
})
const defined = (said: Words & { setId?: number } = {}): StaffSetEvent => ({
  type: 'StaffSetDefined',
  data: { setId: 1, ...words, ...said },
})
const removed: StaffSetEvent = { type: 'StaffSetRemoved', data: { setId: 1, reason: 'No longer needed.' } }

describe('a role of the campaign’s own', () => {
  it('is made with a name and rights, and gets the next number', () => {
    given(staffSets, []).when(define()).then([defined()])
    given(staffSets, [defined()])
      .when(define({ name: 'Press' }))
      .then([defined({ setId: 2, name: 'Press' })])
  })
  it('gets a number that no other had, also once that one was removed', () => {
    given(staffSets, [defined(), removed])
      .when(define())
      .then([defined({ setId: 2 })])
  })
  it.each([
    [[]],
    [['console']],
    [['prayers']],
    [['console', 'send']],
    [['console', 'guests']],
    [['console', 'export']],
    [['console', 'settings']],
  ] as const)('is refused with %j', (incomplete) => {
    given(staffSets, [])
      .when(define({ rights: incomplete }))
      .then('invalid')
    given(staffSets, [defined()])
      .when(change({ rights: incomplete }))
      .then('invalid')
  })
  it.each(['Admin', 'organizer', 'USER', 'set-2', 'prayer DESK'])('is refused with the name %s', (name) => {
    const other = defined({ setId: 2, name: 'Press' })
    given(staffSets, [defined()]).when(define({ name })).then('conflict')
    given(staffSets, [defined(), other])
      .when(change({ setId: 2, name }))
      .then('conflict')
  })
  it('takes the name of one that was removed', () => {
    given(staffSets, [defined(), removed])
      .when(define({ name: 'PRAYER DESK' }))
      .then([defined({ setId: 2, name: 'PRAYER DESK' })])
  })
  it('is refused beyond the max of those in force', () => {
    const many = Array.from({ length: maxStaffSets }, (_, index) =>
      defined({ setId: index + 1, name: `Desk ${index}` }),
    )
    given(staffSets, many)
      .when(define({ name: 'One more' }))
      .then('conflict')
    given(staffSets, [...many, removed])
      .when(define({ name: 'One more' }))
      .then([defined({ setId: maxStaffSets + 1, name: 'One more' })])
  })
})

describe('a change', () => {
  it('replaces name and rights, and keeps the name in another case', () => {
    const wider = { rights: ['console', 'prayers', 'forum'], name: 'Prayer Desk', reason: 'The forum too.' } as const
    given(staffSets, [defined()])
      .when(change(wider))
      .then([defined(wider)])
  })
  it('of nothing is none', () => {
    given(staffSets, [defined()])
      .when(change({ revision: 0 }))
      .thenNothing()
  })
  it('is refused where another admin changed the role since', () => {
    given(staffSets, [defined(), defined({ name: 'Press' })])
      .when(change({ rights: ['console', 'news'] }))
      .then('conflict')
  })
  it('is refused for a role that was removed, or that never was', () => {
    given(staffSets, [defined(), removed]).when(change()).then('conflict')
    given(staffSets, []).when(change()).then('not_found')
  })
})

describe('a removal', () => {
  it('is recorded with its reason, once', () => {
    given(staffSets, [defined()]).when(remove()).then([removed])
    given(staffSets, [defined(), removed]).when(remove()).thenNothing()
    given(staffSets, [defined()]).when(remove(2)).then('not_found')
  })
})

const inForce = (...events: StaffSetEvent[]) => setsInForce(events.reduce(staffSets.evolve, staffSets.initialState))

describe('the sets in force', () => {
  it('have the rights that count, and not those of admins alone, should the log name some', () => {
    const wide = { rights: ['console', 'grants', 'erase', 'accounts', 'of-later', 'prayers'] }
    const event: StaffSetEvent = { type: 'StaffSetDefined', data: { setId: 1, ...words, ...wide } }
    expect(inForce(event)).toEqual([{ key: 'set-1', name: 'Prayer desk', rights: ['console', 'prayers'] }])
  })
  it('leave out those that were removed', () => {
    expect(inForce(defined(), defined({ setId: 2, name: 'Press' }), removed)).toMatchObject([{ key: 'set-2' }])
  })
})

describe('the needs of a right', () => {
  it('are rights', () => {
    for (const facts of Object.values(staffRights)) {
      const named = [...('needs' in facts ? facts.needs : []), ...('needsOneOf' in facts ? facts.needsOneOf : [])]
      expect(named.filter((name) => !isRight(name))).toEqual([])
    }
  })
  it.each(setRights)('of %s make a role with it, which no right of admins alone is needed for', (right) => {
    const [one] = needsOf(right).oneOf
    const whole = withNeeds([right, ...(one ? [one] : []), ...(right === 'console' ? (['news'] as const) : [])])
    expect(lackOf(whole)).toBeNull()
    expect(whole.filter((each) => !setRights.some((own) => own === each))).toEqual([])
  })
})
