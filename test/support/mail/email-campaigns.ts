import { expect, onTestFinished } from 'vitest'
import type { Core } from '../../../backend/core.ts'
import { volunteerStream, volunteers } from '../../../backend/domain/volunteers.ts'
import type { SenderSettings } from '../../../backend/email-campaign-sending/sender-settings.ts'
import { systemContext } from '../../../backend/kernel/eventlog/command-context.ts'
import type { EmailCampaign } from '../../../contract/email-campaigns.ts'
import { allProjected } from '../app/all-projected.ts'
import { createTestApp, type TestApp } from '../app/app.ts'
import type { ProductLog } from '../log/product-logs.ts'
import { type SinkOptions, startMailSink } from './mail-sink.ts'

/**
 * Short pauses, for a test; the rules are the same. Answers may take long, since on a busy machine a server would look like one
 * that hangs, whose emails are sent again.
 */
export const quick: Partial<SenderSettings> = {
  connections: 5,
  lease: 30_000,
  timeout: 10_000,
  retries: { first: 20, max: 100, attempts: 25 },
  relayRetries: { first: 20, max: 100 },
  faultRetries: { first: 20, max: 100 },
  laneRest: 100,
  providerRetries: { first: 10, max: 40 },
  poll: 20,
}

export const admin = { as: 'admin' } as const

/** A draft as an admin composes it. */
export const composed = {
  name: 'March letter',
  subject: 'News for {{firstName|you}}',
  preheader: 'What we did',
  body: 'Dear {{firstName|friend}},\n\n**Thank you.**',
  segmentIds: ['active-volunteers'],
}

/** Volunteers with these addresses; returns when the read model shows them. */
export async function addVolunteers(
  { core, reached }: { core: Pick<Core, 'handle' | 'subjects' | 'nextId' | 'log'>; reached: TestApp['reached'] },
  people: readonly { email: string; firstName?: string }[],
): Promise<string[]> {
  const subjects: string[] = []
  for (let from = 0; from < people.length; from += 100)
    await Promise.all(
      people.slice(from, from + 100).map(async ({ email, firstName = 'Ruth' }, index) => {
        const [volunteerId, subject] = await Promise.all([core.nextId('volunteer'), core.subjects.forEmail(email)])
        subjects[from + index] = subject
        const details = { firstName, lastName: 'Gray', email, phone: null, skills: null, availability: null }
        const data = { volunteerId, subject, userId: null, interests: [], ...details }
        await core.handle(
          volunteers,
          volunteerStream(volunteerId),
          { type: 'ApplyAsVolunteer', data },
          systemContext(),
          {
            isNew: true,
          },
        )
      }),
    )
  await allProjected({ core, reached })
  return subjects
}

export const numbered = (count: number, domain = 'example.org') =>
  Array.from({ length: count }, (_, index) => ({ email: `person${index}@${domain}` }))

/** The product with a mail server of its own; nothing is sent until `emailCampaignSending.start()`. */
export async function createEmailCampaignApp(
  options: SinkOptions = {},
  sending: Partial<SenderSettings> = {},
  env: Record<string, string> = {},
  log: ProductLog = 'postgres',
) {
  const sink = await startMailSink(options)
  onTestFinished(sink.close)
  const app = await createTestApp({ log, env: { SMTP_URL: sink.url, ...env }, sending: { ...quick, ...sending } })
  await app.registerPeople()
  async function emailCampaign(id: number): Promise<EmailCampaign> {
    const answer = await app.get(`/api/email-campaigns/${id}`, admin)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  return {
    ...app,
    sink,
    emailCampaign,
    volunteers: (people: readonly { email: string; firstName?: string }[]) => addVolunteers(app, people),
    /** Sends the volunteer update; returns the id. */
    async update(customContent: string | null = null): Promise<number> {
      const answer = await app.post('/api/email-campaigns/volunteer-update', { customContent }, admin)
      expect(answer.statusCode, answer.body).toBe(202)
      return answer.json().campaignId
    },
    /** Until the email campaign is over. */
    async finished(id: number): Promise<EmailCampaign> {
      await expect
        .poll(
          async () => {
            await app.emailCampaignSending.record()
            return (await emailCampaign(id)).status
          },
          { timeout: 60_000, interval: 50 },
        )
        .toBe('sent')
      return emailCampaign(id)
    },
  }
}
