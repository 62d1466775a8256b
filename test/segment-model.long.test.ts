import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withClient } from '../backend/kernel/database/transaction.ts'
import type { Recorded } from '../backend/kernel/eventlog/metadata.ts'
import { stepsOf } from '../backend/kernel/projector/changes.ts'
import { compareSchemas, createIndexes, createTables, keepDerivedRows } from '../backend/kernel/projector/schema.ts'
import { createRowWriter } from '../backend/kernel/projector/write-rows.ts'
import { supportersProjection as projection } from '../backend/projections/supporters.ts'
import { choiceCounts, choiceOf, segmentStats, segments } from '../backend/read-model/email-segments.ts'
import type { LeftOutReason, SegmentId, SegmentStats } from '../contract/email-segments.ts'
import { emailSignup } from '../records/email-signups.ts'
import { valuesIn } from '../records/values.ts'
import { volunteer, volunteerDetails } from '../records/volunteers.ts'
import { createProjectedDatabase } from './support/database/database.ts'
import { recorded } from './support/log/projected.ts'

/** Something that happens to one of six people, on a day before now. */
type Act =
  | { kind: 'signup' | 'volunteer' | 'prayer' | 'donation'; person: number; daysAgo: number }
  | { kind: 'undo' | 'redo'; item: number }
  | { kind: 'correct'; item: number; person: number }
  | { kind: 'unsubscribe' | 'complain' | 'resubscribe' | 'confirm' | 'register' | 'erase'; person: number }
  | { kind: 'ban' | 'unban' | 'deactivate'; person: number }
  | { kind: 'switch'; person: number; volunteering: boolean }

const person = fc.integer({ min: 0, max: 5 })
const item = fc.integer({ min: 0, max: 30 })
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('signup', 'volunteer', 'prayer', 'donation'),
      person,
      daysAgo: fc.constantFrom(0, 1, 29, 30, 31, 89, 90, 91, 400),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('undo', 'redo'), item }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('correct'), item, person }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('unsubscribe', 'complain', 'resubscribe', 'confirm', 'register', 'erase'),
      person,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('ban', 'unban', 'deactivate'), person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('switch'), person, volunteering: fc.boolean() }) },
)

const now = new Date()
const day = 24 * 3600 * 1000
const ago = (days: number) => new Date(now.getTime() - days * day).toISOString()

type Item = { kind: string; person: number; daysAgo: number; isGone: boolean }
type Someone = {
  suppressions: Set<string>
  isErased: boolean
  isConfirmed: boolean
  account: { off: boolean; banned: boolean; active: boolean } | null
}

/** The rules once more, in plain loops over all past events. */
class Model {
  readonly items: Item[] = []
  readonly people: Someone[] = Array.from({ length: 6 }, () => ({
    suppressions: new Set(),
    isErased: false,
    isConfirmed: false,
    account: null,
  }))

  reasonOf(index: number, id: SegmentId, confirmedOptIn: boolean): LeftOutReason | '' {
    const one = this.people[index]
    if (!one) return ''
    if (one.isErased) return 'erased'
    if (one.account && !one.account.active) return 'deleted'
    if (one.account?.banned) return 'banned'
    for (const reason of ['complained', 'unsubscribed', 'bounced'] as const)
      if (one.suppressions.has(reason)) return reason
    if (one.account?.off && id === 'active-volunteers') return 'switchedOff'
    return confirmedOptIn && !one.isConfirmed ? 'unconfirmed' : ''
  }

  isIn(index: number, id: SegmentId): boolean {
    const own = this.items.filter((item) => item.person === index && !item.isGone)
    const did = (kind: string) => own.some((item) => item.kind === kind)
    switch (id) {
      case 'newsletter-subscribers':
        return did('signup')
      case 'active-volunteers':
        return did('volunteer')
      case 'donors':
        return did('donation')
      case 'prayer-community':
        return did('prayer')
      case 'highly-engaged':
        return own.filter(({ daysAgo }) => daysAgo <= 30).length >= 3
      case 'new-supporters':
        return own.length > 0 && own.every(({ daysAgo }) => daysAgo <= 30)
      case 'inactive-supporters':
        return own.every(({ daysAgo }) => daysAgo > 90) && (own.length > 0 || this.people[index]?.account !== null)
    }
  }

  stats(confirmedOptIn: boolean): SegmentStats[] {
    return segments.map(({ id }) => {
      const leftOut: SegmentStats['leftOut'] = {}
      let count = 0
      for (const index of this.people.keys()) {
        if (!this.isIn(index, id)) continue
        const reason = this.reasonOf(index, id, confirmedOptIn)
        if (reason === '') count++
        else leftOut[reason] = (leftOut[reason] ?? 0) + 1
      }
      return { segmentId: id, count, leftOut }
    })
  }
}

const subjects = Array.from({ length: 6 }, () => randomUUID())
const emailOf = (index: number) => `person${index}@example.org`
const allOn = { campaignNews: true, eventInvitations: true, emailUpdates: true, securityAlerts: true }

/** The meaning of an act to the model, and its events. Impossible acts mean nothing. */
function happen(act: Act, model: Model): Recorded[] {
  if (!('person' in act)) return change(act, model)
  const index = act.person
  const one = model.people[index]
  const subject = subjects[index] ?? ''
  if (!one || one.isErased) return []
  const who = { subject, email: emailOf(index), firstName: 'Ruth' }
  const userId = index + 1
  const about = { subject, campaignId: null }
  switch (act.kind) {
    case 'signup':
    case 'volunteer':
    case 'prayer':
    case 'donation': {
      const { kind, daysAgo } = act
      const id = model.items.push({ kind, person: index, daysAgo, isGone: false })
      return [recorded(engagement(kind, id, who, ago(daysAgo)), { at: kind === 'donation' ? ago(0) : ago(daysAgo) })]
    }
    case 'correct': {
      const place = act.item % Math.max(1, model.items.length)
      const item = model.items[place]
      if (!item || item.isGone) return []
      const id = place + 1
      const details = { subject, ...valuesIn(volunteerDetails, { ...who, lastName: 'Gray' }) }
      if (item.kind === 'volunteer') {
        item.person = index
        return [recorded({ type: 'VolunteerCorrected', data: { volunteerId: id, ...details } })]
      }
      if (item.kind !== 'donation') return []
      item.person = index
      return [recorded({ type: 'DonationCorrected', data: gift(id, who, ago(item.daysAgo)) })]
    }
    case 'unsubscribe':
      one.suppressions.add('unsubscribed')
      return [recorded({ type: 'MailUnsubscribed', data: { ...about, at: ago(0) } })]
    case 'complain':
      one.suppressions.add('complained')
      return [recorded({ type: 'MailComplained', data: { ...about, at: ago(0) } })]
    case 'resubscribe':
      one.suppressions.clear()
      return [recorded({ type: 'MailResubscribed', data: about })]
    case 'erase':
      one.isErased = true
      return [recorded({ type: 'SubjectErased', data: { subject } })]
    case 'confirm':
      one.isConfirmed = true
      return [recorded({ type: 'MailAddressConfirmed', data: { subject, at: ago(0) } })]
    case 'register':
      if (one.account) return []
      one.account = { off: false, banned: false, active: true }
      return [recorded({ type: 'UserRegistered', data: { userId, ...who, lastName: 'Gray' } })]
    case 'ban':
      if (!one.account) return []
      one.account.banned = true
      return [recorded({ type: 'UserBanned', data: { userId, subject, reason: null, until: null } })]
    case 'unban':
      if (!one.account) return []
      one.account.banned = false
      return [recorded({ type: 'UserUnbanned', data: { userId, why: 'lifted' } })]
    case 'deactivate':
      if (!one.account) return []
      one.account.active = false
      return [recorded({ type: 'UserDeactivated', data: { userId } })]
    case 'switch':
      if (!one.account) return []
      one.account.off = !act.volunteering
      return [
        recorded({
          type: 'PreferencesChanged',
          data: { userId, subject, ...allOn, volunteerOpportunities: act.volunteering },
        }),
      ]
  }
}

type Who = { subject: string; email: string; firstName: string }

const gift = (donationId: number, who: Who, donatedAt: string) => ({
  donationId,
  ...who,
  lastName: 'Gray',
  amount: 2500,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  occupation: null,
  employer: null,
  paymentId: null,
  isPublic: true,
  ...{ tags: null, furtherColumns: null },
  donatedAt,
})

function engagement(kind: 'signup' | 'volunteer' | 'prayer' | 'donation', id: number, who: Who, at: string) {
  const { subject } = who
  const applicant = valuesIn(volunteer, { ...who, lastName: 'Gray', interests: [] })
  switch (kind) {
    case 'signup':
      return { type: 'MailingListJoined' as const, data: { emailSignupId: id, subject, ...valuesIn(emailSignup, who) } }
    case 'volunteer':
      return { type: 'VolunteerApplied' as const, data: { volunteerId: id, subject, userId: null, ...applicant } }
    case 'prayer':
      return {
        type: 'PrayerSubmitted' as const,
        data: { prayerId: id, ...who, location: null, prayer: 'For rain.', hasEmail: true as const },
      }
    case 'donation':
      return { type: 'DonationImported' as const, data: gift(id, who, at) }
  }
}

function change({ kind, item }: Exclude<Act, { person: number }>, model: Model): Recorded[] {
  const place = item % Math.max(1, model.items.length)
  const found = model.items[place]
  const id = place + 1
  if (!found) return []
  const isUndo = kind === 'undo'
  if (found.kind === 'volunteer') {
    found.isGone = isUndo
    return [recorded({ type: isUndo ? 'VolunteerRemoved' : 'VolunteerRestored', data: { volunteerId: id } })]
  }
  if (found.kind !== 'prayer') return []
  found.isGone = isUndo
  return [recorded({ type: isUndo ? 'PrayerDeleted' : 'PrayerRestored', data: { prayerId: id } })]
}

const sorted = (stats: readonly SegmentStats[]) =>
  stats.map(({ leftOut, ...rest }) => ({ ...rest, leftOut: Object.fromEntries(Object.entries(leftOut).sort()) }))

it('whatever happens, counts, recipients and a rebuild agree with the rules in plain loops', async () => {
  const { pool, knex } = await createProjectedDatabase()
  const { tables } = projection
  const write = async (schema: string, events: readonly Recorded[]) =>
    withClient(pool, (client) => createRowWriter(schema, tables)(client, stepsOf(tables, [{ projection }], events)))

  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 5, maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      async (acts, size) => {
        await pool.query(
          `TRUNCATE ${Object.keys(tables)
            .map((name) => `read.${name}`)
            .join(', ')}`,
        )
        await pool.query('DROP SCHEMA IF EXISTS again CASCADE')
        const model = new Model()
        const events = acts.flatMap((act) => happen(act, model))
        for (let start = 0; start < events.length; start += size) await write('read', events.slice(start, start + size))

        for (const confirmedOptIn of [false, true]) {
          const told = model.stats(confirmedOptIn)
          expect(sorted(await segmentStats(knex, now, { confirmedOptIn }))).toEqual(sorted(told))
          for (const { id, purpose } of segments) {
            const { chosen, leftOut } = await choiceCounts(knex, choiceOf([id], { at: now, purpose, confirmedOptIn }))
            const counted = { segmentId: id, count: chosen, leftOut }
            expect(sorted([counted])).toEqual(sorted(told.filter(({ segmentId }) => segmentId === id)))
          }
        }
        await withClient(pool, async (client) => {
          await createTables(client, 'again', tables)
          for (const [name, table] of Object.entries(tables)) await createIndexes(client, 'again', name, table)
        })
        await write('again', events)
        await withClient(pool, (client) => keepDerivedRows(client, 'again', projection))
        expect(Object.values(await compareSchemas(pool, 'read', 'again')).filter((rows) => rows > 0)).toEqual([])
      },
    ),
    { numRuns: 25 },
  )
})
