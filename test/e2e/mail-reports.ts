import { type APIRequestContext, expect } from '@playwright/test'
import { sameOrigin } from './people.ts'

export const mailEventsSecret = 'the secret of a provider in browser tests'

/** A mail provider reports that these addresses do not exist. `at`: ISO 8601, UTC. */
export const reportBounces = (request: APIRequestContext, emails: string[], at: string) =>
  reportAbout(request, emails, { type: 'bounce', code: '5.1.1', at })

/** A mail provider reports that the readers at these addresses pressed 'Report spam'. `at`: ISO 8601, UTC. */
export const reportComplaints = (request: APIRequestContext, emails: string[], at: string) =>
  reportAbout(request, emails, { type: 'complaint', at })

async function reportAbout(request: APIRequestContext, emails: string[], report: object): Promise<void> {
  const events = emails.map((email) => ({ ...report, about: { email } }))
  const authorization = `Basic ${Buffer.from(`provider:${mailEventsSecret}`).toString('base64')}`
  const answer = await request.post('/api/mail-events', {
    headers: { ...sameOrigin(), authorization },
    data: { events },
  })
  expect(await answer.json()).toEqual({ recorded: emails.length })
}
