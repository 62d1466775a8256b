import { expect, it } from 'vitest'
import { verifyEmailCampaign } from '../../backend/tools/email-campaigns-verify-command.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { admin, createEmailCampaignApp, numbered } from '../support/mail/email-campaigns.ts'

type App = Awaited<ReturnType<typeof createEmailCampaignApp>>

/**
 * A sent email campaign; people with a code failed with it, as releases recorded it that took any refusal for theirs.
 */
async function sentWith(codes: (string | null)[]) {
  const app = await createEmailCampaignApp()
  const subjects = await app.volunteers(numbered(codes.length))
  const id = await app.update('Hi {{firstName}}!')
  for (const [index, code] of codes.entries()) if (code !== null) await fail(app, subjects[index] ?? '', code)
  app.emailCampaignSending.start()
  await app.finished(id)
  return { app, id, subjects }
}

const fail = ({ database: { pool } }: App, subject: string, code: string) =>
  pool.query(
    `WITH failed AS (
       UPDATE app.campaign_recipients SET status = 'failed', detail = $2, attempts = 1, done_at = now()
       WHERE subject = $1 RETURNING list_id
     )
     UPDATE app.campaign_queues SET failed = failed + 1 WHERE list_id IN (SELECT list_id FROM failed)`,
    [subject, code],
  )

const failuresOf = async (app: App, id: number) =>
  (await app.get(`/api/email-campaigns/${id}/send-again`, admin)).json()
const sendAgain = (app: App, id: number, key?: string) =>
  app.post(`/api/email-campaigns/${id}/send-again`, undefined, { ...admin, ...(key && { key }) })
const bouncedOf = async (app: App, id: number) =>
  (await app.get(`/api/email-campaigns/${id}/analytics`, admin)).json().bounced

it('goes to those who failed because of us and still want it, and to no one twice', async () => {
  const ours = ['553 5.7.1', '553 5.7.1', '450 4.1.8', '530 5.7.0']
  const { app, id, subjects } = await sentWith([...ours, '550 5.1.1', '452 4.2.2', null, null])
  expect((await app.emailCampaign(id)).progress).toMatchObject({ sent: 2, failed: 6 })
  expect(await bouncedOf(app, id)).toBe(4)
  const token = app.core.unsubscribeTokens.issue({ subject: subjects[1] ?? '', campaignId: id })
  await app.postForm(`/unsubscribe?token=${token}`, { 'List-Unsubscribe': 'One-Click' })
  expect(await failuresOf(app, id)).toEqual({
    recipients: 3,
    leftOut: 1,
    codes: ['450 4.1.8', '530 5.7.0', '553 5.7.1'],
  })

  const answer = await sendAgain(app, id)
  expect([answer.statusCode, answer.json().status, answer.json().finishedAt]).toEqual([200, 'sending', null])
  expect((await app.finished(id)).progress).toMatchObject({ recipients: 8, sent: 5, failed: 3, skipped: 0, waiting: 0 })
  const mailed = app.sink.received.map(({ to }) => to).sort()
  expect(mailed).toEqual([0, 2, 3, 6, 7].map((number) => `person${number}@example.org`))
  expect(await failuresOf(app, id)).toMatchObject({ recipients: 0, leftOut: 1 })
  expect((await sendAgain(app, id)).statusCode).toBe(409)

  const events = (await app.events())
    .filter(({ type }) => /^(Campaign(Sent|Fin)|Recipients)/.test(type))
    .map(({ type, data }) => `${type} ${Object(data).round ?? ''}`.trim())
  expect(events.filter((one, index) => one !== events[index - 1])).toEqual([
    'CampaignSent',
    'RecipientsHandled',
    'CampaignFinished',
    'CampaignSentAgain',
    'RecipientsHandled 1',
    'CampaignFinished',
  ])
  await allProjected(app)
  // Two of the three who got it after all had been counted as bounced.
  expect(await bouncedOf(app, id)).toBe(2)
  expect(Object.entries(await app.rebuildDiffers()).filter(([, rows]) => rows !== 0)).toEqual([])
  const tools = { ...app.core, pool: app.database.pool, print: () => {} }
  expect(await verifyEmailCampaign([String(id)], tools)).toBe(0)
  const actions = (await app.get('/api/admin/actions', admin)).json()
  expect(JSON.stringify(actions)).toContain('CampaignSentAgain')
})

it('is decided once however often it is asked for, and takes effect after a crash in between', async () => {
  const { app, id } = await sentWith(['554 about us', null])
  const [first, second] = await Promise.all([sendAgain(app, id, 'a'), sendAgain(app, id, 'a')])
  expect([first?.statusCode, second?.statusCode]).toContain(200)
  await app.emailCampaignSending.apply(id)
  await app.finished(id)
  await app.emailCampaignSending.apply(id)
  expect(app.sink.received).toHaveLength(2)
  expect((await app.events()).filter(({ type }) => type === 'CampaignSentAgain')).toHaveLength(1)
  expect((await app.emailCampaign(id)).progress).toMatchObject({ sent: 2, failed: 0 })
})

it('leaves out an erased person, and people who turned the switch of the email off', async () => {
  const { app, id } = await sentWith(['554 5.7.1', '554 5.7.1', '554 5.7.1'])
  await app.post('/api/admin/erasures', { email: 'person0@example.org' }, admin)
  await allProjected(app)
  expect(await failuresOf(app, id)).toEqual({ recipients: 2, leftOut: 1, codes: ['554 5.7.1'] })
  await sendAgain(app, id)
  await app.finished(id)
  expect(app.sink.received.map(({ to }) => to).sort()).toEqual(['person1@example.org', 'person2@example.org'])
})

it('is offered only for failures of ours in an email campaign that was sent to its end', async () => {
  const { app, id } = await sentWith(['550 5.1.1', null])
  expect(await failuresOf(app, id)).toEqual({ recipients: 0, leftOut: 0, codes: [] })
  const refused = await sendAgain(app, id)
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'No one is left to send this campaign to again.'])
  expect((await sendAgain(app, 999)).statusCode).toBe(404)
  expect((await app.get('/api/email-campaigns/999/send-again', admin)).statusCode).toBe(404)
  expect((await app.post(`/api/email-campaigns/${id}/send-again`)).statusCode).toBe(401)
})
