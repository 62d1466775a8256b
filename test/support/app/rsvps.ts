import { expect } from 'vitest'
import type { CampaignEventEvent } from '../../../backend/domain/campaign-events.ts'
import type { Recorded } from '../../../backend/kernel/eventlog/metadata.ts'
import type { Attachment, Mail } from '../../../backend/mail/mailer.ts'
import { campaignEventMailsReactor } from '../../../backend/reactors/campaign-event-mails.ts'
import { rsvpMailsReactor } from '../../../backend/reactors/rsvp-mails.ts'
import { rsvpSeatsReactor } from '../../../backend/reactors/rsvps.ts'
import { letterhead } from '../../../contract/campaign.ts'
import { campaignClock } from '../../../contract/campaign-event-times.ts'
import { sentMailsBy } from '../mail/sent-mails.ts'
import type { TestApp } from './app.ts'

export const admin = { as: 'admin' }
export const inDays = (days: number) => campaignClock.dateAt(new Date(Date.now() + days * 24 * 3600 * 1000))
export const rally = {
  title: 'Rally on the square',
  eventDate: inDays(10),
  startTime: '18:30',
  endTime: '20:00',
  capacity: 2,
}
export const guest = (n: number) => ({ name: `Guest ${n}`, email: `guest${n}@example.org` })

export async function createEvent(app: TestApp, details: object = rally): Promise<number> {
  const answer = await app.post('/api/admin/events', details, admin)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}
export const register = (app: TestApp, id: number, body: object, caller = {}) =>
  app.post(`/api/events/${id}/rsvp`, body, caller)
export async function seats(app: TestApp, id: number) {
  const { seatsLeft, seatsTaken, waiting } = (await app.get('/api/admin/events', admin))
    .json()
    .find((event: { id: number }) => event.id === id)
  return { seatsLeft, seatsTaken, waiting }
}
export async function rsvpEvents(app: TestApp): Promise<string[]> {
  return (await app.events())
    .filter(({ type }) => type.startsWith('Rsvp'))
    .map(({ type, data }) => `${type} ${Reflect.get(Object(data), 'rsvpId')}`)
}
export const tokenFor = (app: TestApp, campaignEventId: number, rsvpId: number) =>
  app.rsvpTokens.issue({ campaignEventId, rsvpId }, new Date(Date.now() + 3_600_000))
export const cancel = async (app: TestApp, campaignEventId: number, rsvpId: number) =>
  app.post('/api/events/rsvp/cancel', { token: await tokenFor(app, campaignEventId, rsvpId) })

/** The reactors as in app.ts, with events passed in by hand; mail is recorded instead of sent. */
export function reactors(app: TestApp, isDown = (): boolean => false) {
  const mails: Mail[] = []
  const send = async (mail: Mail) => {
    if (isDown()) throw new Error('No answer.')
    mails.push(mail)
  }
  const { knex } = app.database
  const sender = () => ({ ...letterhead, siteName: 'Campaign', publicUrl: 'https://campaign.example' })
  const sentMails = sentMailsBy(app.database, send)
  const parts = { knex, reached: app.reached, sentMails, rsvpTokens: app.rsvpTokens, sender }
  const rsvpMails = rsvpMailsReactor(parts)
  const toldOfChanges = campaignEventMailsReactor({
    ...parts,
    earlier: async ({ stream, revision }) =>
      (await app.events()).filter(
        (event): event is Recorded<CampaignEventEvent> => event.stream === stream && event.revision < revision,
      ),
  })
  const seated = rsvpSeatsReactor({ handle: app.core.handle, knex, reached: app.reached })
  const given = new Set<string>()
  return {
    mails,
    /** Passes in all new events of the log until nothing more follows. */
    async catchUp() {
      for (;;) {
        const fresh = (await app.events()).filter(({ id }) => !given.has(id))
        if (fresh.length === 0) return
        for (const event of fresh) {
          given.add(event.id)
          await give(rsvpMails, event)
          await give(toldOfChanges, event)
          await give(seated, event)
        }
      }
    },
    async again(event: Recorded) {
      await give(rsvpMails, event)
      await give(toldOfChanges, event)
    },
  }
}

async function give({ on }: { on: object }, event: Recorded): Promise<void> {
  const react: unknown = Reflect.get(on, event.type)
  if (typeof react === 'function') await Reflect.apply(react, undefined, [event])
}

export const cancelLinkIn = ({ text }: Mail) =>
  text.match(/https:\/\/campaign\.example\/events\/cancel\?token=(\S+)/)?.[1] ?? ''
export const methodOf = ({ content, contentType }: Attachment) => {
  const method = content.match(/^METHOD:(\w+)/m)?.[1]
  expect(contentType).toContain(`; method=${method}`)
  return method
}
