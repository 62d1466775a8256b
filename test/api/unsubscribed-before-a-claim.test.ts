import { expect, it } from 'vitest'
import { retryStopped } from '../../backend/kernel/projector/checkpoints.ts'
import { admin, createEmailCampaignApp, numbered } from '../support/mail/email-campaigns.ts'

it('nobody is mailed while the tables cannot show who said no, and staff see why', async () => {
  const app = await createEmailCampaignApp()
  const { pool } = app.database
  const [first = ''] = await app.volunteers(numbered(2))
  const id = await app.update()
  // The projection stops at the event.
  await pool.query(`ALTER TABLE read.mail_suppression_causes ADD CONSTRAINT none CHECK (reason <> 'unsubscribed')`)
  const token = app.core.unsubscribeTokens.issue({ subject: first, campaignId: null })
  expect((await app.post('/api/mail-consents/unsubscribe', { token })).json().status).toBe('unsubscribed')
  app.emailCampaignSending.start()
  const progress = async () => (await app.get(`/api/email-campaigns/${id}`, admin)).json().progress
  await expect
    .poll(async () => (await progress()).waitsFor, { timeout: 60_000 })
    .toMatch(/^Waits because the lists don’t show yet who unsubscribed/)
  expect(await progress()).toMatchObject({ sent: 0, skipped: 0, waiting: 2 })

  await pool.query('ALTER TABLE read.mail_suppression_causes DROP CONSTRAINT none')
  await retryStopped(pool, 'supporters')
  expect((await app.finished(id)).progress).toMatchObject({ sent: 1, skipped: 1, waitsFor: null })
  expect(app.sink.received.map(({ to }) => to)).toEqual(['person1@example.org'])
})
