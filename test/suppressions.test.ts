import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MailConsentCommand, MailConsentEvent } from '../backend/domain/mail/mail-consent-events.ts'
import { mailConsents } from '../backend/domain/mail/mail-consents.ts'
import { suppressionIn } from '../backend/domain/mail/mail-suppressions.ts'
import { withClient } from '../backend/kernel/database/transaction.ts'
import { DomainError, stateAfter } from '../backend/kernel/eventlog/decider.ts'
import { stepsOf } from '../backend/kernel/projector/changes.ts'
import { createIndexes, createTables, keepDerivedRows } from '../backend/kernel/projector/schema.ts'
import { createRowWriter } from '../backend/kernel/projector/write-rows.ts'
import { supportersProjection as projection } from '../backend/projections/supporters.ts'
import { createProjectedDatabase } from './support/database/database.ts'
import { recorded } from './support/log/projected.ts'

const minute = (n: number) => new Date(Date.UTC(2026, 2, 1, 0, n)).toISOString()

type Say = (subject: string, at: string) => MailConsentCommand
const bounce =
  (kind: 'hard' | 'soft', campaignId: number): Say =>
  (subject, at) => ({ type: 'ReportMailBounce', data: { subject, campaignId, kind, code: '5.1.1', at } })
const listed =
  (importId: string, reason?: 'bounced' | 'complained'): Say =>
  (subject, at) => ({ type: 'ImportMailOptOut', data: { subject, importId, at, ...(reason && { reason }) } })

const plain: Say[] = [
  (subject, at) => ({ type: 'UnsubscribeFromMail', data: { subject, campaignId: 7, at } }),
  (subject, at) => ({ type: 'ReportMailComplaint', data: { subject, campaignId: null, at } }),
  (subject, at) => ({ type: 'ReportMailComplaint', data: { subject, campaignId: 7, at, isDoubted: true } }),
  (subject) => ({ type: 'ConfirmMailComplaint', data: { subject } }),
  (subject, at) => ({ type: 'LiftMailComplaint', data: { subject, reason: 'mistake', at } }),
  (subject, at) => ({ type: 'LiftMailBounce', data: { subject, reason: 'mistake', at } }),
  (subject) => ({ type: 'ResubscribeToMail', data: { subject, campaignId: null } }),
  (subject, at) => ({ type: 'AskForMailAgain', data: { subject, at, isNew: false } }),
  (subject, at) => ({ type: 'ConfirmMailAddress', data: { subject, at } }),
  bounce('hard', 1),
  listed('a'),
  listed('a', 'bounced'),
  listed('a', 'complained'),
  listed('b'),
  listed('b', 'bounced'),
  (subject) => ({ type: 'WithdrawMailOptOut', data: { subject, importId: 'a' } }),
  (subject) => ({ type: 'WithdrawMailOptOut', data: { subject, importId: 'b' } }),
]
const says: fc.Arbitrary<Say> = fc.oneof(
  fc.constantFrom(...plain),
  fc.integer({ min: 1, max: 8 }).map((campaignId) => bounce('soft', campaignId)),
)

/** Events that these commands lead to; what the rules forbid is left out. */
function historyOf(subject: string, story: readonly Say[]): MailConsentEvent[] {
  const history: MailConsentEvent[] = []
  for (const [nth, say] of story.entries())
    try {
      history.push(...mailConsents.decide(say(subject, minute(nth)), stateAfter(mailConsents, history)))
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
    }
  return history
}

it('the tables say the same as the stream about who gets no mail and why, however its events are grouped', async () => {
  const { pool } = await createProjectedDatabase()
  const people = 40
  const stories = fc.sample(fc.array(says, { maxLength: 25 }), people)
  const expected = new Map<string, ReturnType<typeof suppressionIn>>()
  const events: MailConsentEvent[] = []
  for (const story of stories) {
    const subject = randomUUID()
    const history = historyOf(subject, story)
    events.push(...history)
    expected.set(subject, suppressionIn(stateAfter(mailConsents, history).suppressions))
  }
  const said = async (schema: string) =>
    new Map(
      (
        await pool.query(`SELECT subject, reason, at, campaign_id AS "campaignId" FROM ${schema}.mail_suppressions`)
      ).rows.map(({ subject, at, ...row }) => [subject, { ...row, at: new Date(at).toISOString() }]),
    )
  const wanted = new Map([...expected].filter(([, suppression]) => suppression !== null))
  expect(wanted.size).toBeGreaterThan(5)
  for (const atOnce of [1, 7, events.length]) {
    const schema = `told_${atOnce}`
    await withClient(pool, async (client) => {
      await client.query(`CREATE SCHEMA ${schema}`)
      await createTables(client, schema, projection.tables)
      for (const [name, table] of Object.entries(projection.tables)) await createIndexes(client, schema, name, table)
      // As a rebuild does it, the derived tables are filled at the end; the live ones follow each batch.
      if (atOnce < events.length) await keepDerivedRows(client, schema, projection)
      const write = createRowWriter(schema, projection.tables)
      for (let from = 0; from < events.length; from += atOnce)
        await write(
          client,
          stepsOf(
            projection.tables,
            [{ projection }],
            events.slice(from, from + atOnce).map((event) => recorded(event)),
          ),
        )
      await keepDerivedRows(client, schema, projection)
    })
    expect(await said(schema)).toEqual(wanted)
  }
})
