import { expect, it } from 'vitest'
import { currentSuppression } from '../../backend/commands/mail-consents/mail-suppressions.ts'
import type { Mail } from '../../backend/mail/mailer.ts'
import { reviewDecisionsReactor } from '../../backend/reactors/review-decisions.ts'
import type { DomainEvent } from '../../backend/topics/index.ts'
import { letterhead } from '../../contract/campaign.ts'
import { createTestApp } from '../support/app/app.ts'
import { bounces } from '../support/mail/bounces.ts'
import { limitedMailsBy } from '../support/mail/limited-mails.ts'
import { sentMailsBy } from '../support/mail/sent-mails.ts'

const admin = { as: 'admin' } as const
const email = 'ruth@example.org'

async function deciding({ decisionMails = true } = {}) {
  const app = await createTestApp()
  const { core, database, reached } = app
  const mails: Mail[] = []
  const sentMails = sentMailsBy(database, async (mail) => void mails.push(mail))
  const { on, concerns } = reviewDecisionsReactor({
    knex: database.knex,
    reached,
    currentSuppression: (subject) => currentSuppression(core, subject),
    limitedMails: limitedMailsBy(app, sentMails),
    sender: () => ({ ...letterhead, publicUrl: 'https://campaign.example' }),
    decisionMails,
  })
  /** Gives the reactor the log from the start, as after a lost checkpoint. */
  async function react() {
    for (const event of await core.decode<DomainEvent>(await core.log.readAll(null, 10_000))) {
      if (event.type === 'PrayerApproved' && concerns(event)) await on.PrayerApproved(event)
      if (event.type === 'PrayerRejected' && concerns(event)) await on.PrayerRejected(event)
      if (event.type === 'EndorsementApproved' && concerns(event)) await on.EndorsementApproved(event)
      if (event.type === 'PrayerCorrected' && concerns(event)) await on.PrayerCorrected(event)
      if (event.type === 'EndorsementRejected' && concerns(event)) await on.EndorsementRejected(event)
    }
  }
  const prayer = async (from: string | null = email): Promise<number> =>
    (await app.post('/api/prayers', { firstName: 'BUY NOW', prayer: 'spam.example', email: from })).json().id
  const endorsement = async (): Promise<number> =>
    (await app.post('/api/endorsements', { name: 'BUY NOW', email, title: '', endorsementText: 'spam' })).json().id
  return { app, mails, react, prayer, endorsement }
}

it('tells people once whether their submission was approved, and repeats neither their words nor the reason', async () => {
  const { app, mails, react, prayer, endorsement } = await deciding()
  await app.post(`/api/admin/prayers/${await prayer()}/approve`, undefined, admin)
  await app.post(`/api/admin/prayers/${await prayer()}/reject`, { reason: 'Names a neighbor' }, admin)
  await app.post(`/api/admin/endorsements/${await endorsement()}/approve`, undefined, admin)
  await app.post(`/api/admin/endorsements/${await endorsement()}/reject`, { reason: 'A joke' }, admin)
  await react()
  await react()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [email, `Your prayer is on the ${letterhead.siteName} website`],
    [email, `About your prayer for ${letterhead.siteName}`],
    [email, `Your endorsement is on the ${letterhead.siteName} website`],
    [email, `About your endorsement for ${letterhead.siteName}`],
  ])
  for (const { subject, html, text } of mails) expect(subject + html + text).not.toMatch(/BUY|spam|neighbor|joke/)
})

it('tells people each time that staff reworded their text, and not when they corrected only a name', async () => {
  const { app, mails, react, prayer } = await deciding()
  const url = `/api/admin/prayers/${await prayer()}`
  await app.put(url, { firstName: 'Ruth', prayer: 'spam.example' }, admin)
  await app.put(url, { firstName: 'Ruth', prayer: 'For rain.' }, admin)
  await app.put(url, { firstName: 'Ruth', prayer: 'For rain and sun.' }, admin)
  await react()
  await react()
  const told = [email, `We corrected your prayer for ${letterhead.siteName}`]
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([told, told])
  for (const { html, text } of mails) expect(html + text).not.toMatch(/For rain/)
})

it('tells about the decision on words that their author corrected, and not of the correction', async () => {
  const { app, mails, react } = await deciding()
  const author = { as: 'supporter' } as const
  const said = { firstName: 'Ruth', prayer: 'For rain.', email }
  const { id }: { id: number } = (await app.post('/api/prayers', said, author)).json()
  const approve = () => app.post(`/api/admin/prayers/${id}/approve`, undefined, admin)
  await approve()
  await react()
  const corrected = await app.put(`/api/profile/prayers/${id}`, { firstName: 'Ruth', prayer: 'For sun.' }, author)
  expect(corrected.statusCode, corrected.body).toBe(200)
  await react()
  expect(mails).toHaveLength(1)
  await approve()
  await react()
  const told = `Your prayer is on the ${letterhead.siteName} website`
  expect(mails.map(({ subject }) => subject)).toEqual([told, told])
  await app.post(`/api/profile/prayers/${id}/withdraw`, undefined, author)
  await react()
  expect(mails).toHaveLength(2)
})

it('tells about a decision only while it stands', async () => {
  const { app, mails, react, prayer } = await deciding()
  const [changed, deleted] = [await prayer(), await prayer()]
  await app.post(`/api/admin/prayers/${changed}/reject`, { reason: '' }, admin)
  await app.post(`/api/admin/prayers/${changed}/approve`, undefined, admin)
  await app.post(`/api/admin/prayers/${deleted}/approve`, undefined, admin)
  await app.remove(`/api/admin/prayers/${deleted}`, admin)
  await react()
  expect(mails.map(({ subject }) => subject)).toEqual([`Your prayer is on the ${letterhead.siteName} website`])
})

it('sends no mail without an address, to an erased person, to an address whose mail came back, or when it is off', async () => {
  const { app, mails, react, prayer } = await deciding()
  await app.post(`/api/admin/prayers/${await prayer(null)}/approve`, undefined, admin)
  const [erased, returned] = [await prayer('erased@example.org'), await prayer('returned@example.org')]
  for (const id of [erased, returned]) await app.post(`/api/admin/prayers/${id}/approve`, undefined, admin)
  const answer = await app.post(`/api/admin/erasures`, { topic: 'prayers', id: erased }, admin)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  const subject = await app.core.subjects.forEmail('returned@example.org')
  await bounces(app, subject)
  await react()
  expect(mails).toEqual([])

  const off = await deciding({ decisionMails: false })
  await off.app.post(`/api/admin/prayers/${await off.prayer()}/approve`, undefined, admin)
  await off.react()
  expect(off.mails).toEqual([])
})
