import { expect, it } from 'vitest'
import { admin, createEmailCampaignApp } from '../support/mail/email-campaigns.ts'

const day = 24 * 3_600_000
const inDays = (days: number) => new Date(Date.now() + days * day)

it('addresses and names leave the list 30 days after the end; admins still see the recipients', async () => {
  const app = await createEmailCampaignApp()
  await app.volunteers([
    { email: 'ruth@example.org', firstName: 'Ruth' },
    { email: 'naomi@example.org', firstName: 'Naomi' },
  ])
  const id = await app.update()
  const { pool } = app.database
  const kept = async () =>
    (await pool.query<{ email: string }>('SELECT email FROM app.campaign_recipients WHERE email IS NOT NULL')).rowCount
  // It is not over yet.
  await app.emailCampaignSending.forgetOldAddresses(inDays(365))
  expect(await kept()).toBe(2)
  app.emailCampaignSending.start()
  await app.finished(id)
  const people = async (query = '') =>
    (await app.get(`/api/email-campaigns/${id}/recipients?sort=email${query}`, admin)).json()
  const before = await people()
  expect(before).toMatchObject([{ email: 'naomi@example.org', firstName: 'Naomi' }, { email: 'ruth@example.org' }])

  await app.emailCampaignSending.forgetOldAddresses(inDays(29))
  expect(await kept()).toBe(2)
  await app.emailCampaignSending.forgetOldAddresses(inDays(31))
  const { rows } = await pool.query('SELECT email, first_name FROM app.campaign_recipients')
  expect(rows).toEqual(Array(2).fill({ email: null, first_name: null }))

  expect(await people()).toEqual(before)
  expect(await people('&q=ruth')).toMatchObject([{ email: 'ruth@example.org', firstName: 'Ruth' }])
  const csv = await app.get(`/api/email-campaigns/${id}/export`, admin)
  expect(csv.body).toContain('naomi@example.org,Naomi')
  const why = await app.get(`/api/email-campaigns/${id}/why?email=ruth@example.org`, admin)
  expect(why.json()).toMatchObject({ verdict: 'chosen', outcome: { status: 'sent' } })

  expect((await app.post('/api/admin/erasures', { email: 'ruth@example.org' }, admin)).statusCode).toBe(200)
  expect(await people()).toMatchObject([{ email: 'naomi@example.org' }, { email: null, firstName: null }])
  expect((await app.get(`/api/email-campaigns/${id}/export`, admin)).body).not.toMatch(/ruth|erased/i)
  expect(await people('&q=erased')).toEqual([])
})
