import { expect, it } from 'vitest'
import { admin, createCampaignApp, numbered } from '../support/campaigns.ts'

it('an update goes to every volunteer once, and the log says what became of each mail', async () => {
  const app = await createCampaignApp()
  await app.volunteers(numbered(30))
  const answer = await app.post('/api/email-campaigns/volunteer-update', { customContent: 'Hi {{firstName}}!' }, admin)
  expect(answer.statusCode, answer.body).toBe(202)
  const accepted = answer.json()
  expect(accepted).toEqual({ campaignId: 1, segmentId: 'active-volunteers', recipients: 30, skipped: 0, status: 'sending' })
  app.campaignSending.start()
  const campaign = await app.finished(accepted.campaignId)
  expect(campaign.progress).toMatchObject({ recipients: 30, waiting: 0, sent: 30, failed: 0, skipped: 0 })
  expect(new Set(app.sink.received.map(({ to }) => to)).size).toBe(30)
  expect(app.sink.received).toHaveLength(30)
  const types = (await app.events()).map(({ type }) => type).filter((type) => /Campaign|Recipients/.test(type))
  expect(types).toEqual(['CampaignSlotTaken', 'CampaignDrafted', 'CampaignSent', 'RecipientsHandled', 'CampaignFinished'])
  expect(await app.rebuildDiffers()).toEqual({})
})
