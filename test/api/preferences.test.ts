import { expect, it, onTestFinished } from 'vitest'
import { createAccountApp } from '../support/app/account.ts'

const all = {
  campaignNews: true,
  volunteerOpportunities: true,
  eventInvitations: true,
  emailUpdates: true,
  securityAlerts: true,
}

it('preferences are all on by default, are saved, and belong to one person', async () => {
  const app = await createAccountApp(onTestFinished)
  const ruth = await app.account()
  const naomi = await app.account()
  expect((await ruth.ask('GET', '/api/preferences')).json()).toEqual(all)

  const chosen = { ...all, campaignNews: false, securityAlerts: false }
  for (let time = 1; time <= 2; time++) {
    const answer = await ruth.ask('PUT', '/api/preferences', chosen)
    expect([answer.statusCode, answer.json()]).toEqual([200, chosen])
  }
  expect((await ruth.ask('GET', '/api/preferences')).json()).toEqual(chosen)
  expect((await naomi.ask('GET', '/api/preferences')).json()).toEqual(all)
  expect(await app.events('PreferencesChanged')).toHaveLength(1)

  await ruth.ask('PUT', '/api/preferences', all)
  expect((await ruth.ask('GET', '/api/preferences')).json()).toEqual(all)
})

it('preferences other than five switches are rejected', async () => {
  const app = await createAccountApp(onTestFinished)
  const ruth = await app.account()
  for (const body of [{}, { ...all, campaignNews: 'yes' }, { ...all, more: true }, { campaignNews: true }])
    expect((await ruth.ask('PUT', '/api/preferences', body)).statusCode).toBe(400)
  expect((await app.visit('PUT', '/api/preferences', all)).statusCode).toBe(401)
})
