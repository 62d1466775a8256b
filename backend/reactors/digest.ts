import type { Knex } from 'knex'
import { day } from '../../records/durations.ts'
import { rightOfTopic } from '../../records/rights-of-topics.ts'
import type { HeldRights } from '../../records/staff-rights.ts'
import { digestMail, isNothing, type Waiting } from '../mail/digest-templates.ts'
import type { Sender } from '../mail/layout.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { pendingCounts } from '../read-model/admin-dashboard.ts'
import { volunteersSince } from '../read-model/volunteers.ts'
import { reviewedItems } from '../topics/index.ts'
import { staffReaders } from './staff-mails.ts'

type Pending = Awaited<ReturnType<typeof pendingCounts>>

/** The items that a member of staff may decide about. `volunteers`: applications of the last 24 hours. */
const waitingFor = (pending: Pending, volunteers: number, rights: HeldRights): Waiting => ({
  reviewed: reviewedItems
    .filter(({ topic }) => rights.has(rightOfTopic[topic]))
    .map(({ topic, item, many }) => ({ item, many, count: pending[topic] })),
  moderation: rights.has(rightOfTopic.forum) ? pending.moderation : 0,
  appeals: rights.has(rightOfTopic.forum) ? pending.appeals : 0,
  volunteers: rights.has(rightOfTopic.volunteers) ? volunteers : 0,
})

/**
 * Once a day, from `hour` on in the campaign’s time zone, tells staff what waits that they may decide about; a person with an
 * empty list gets no mail. One process at a time runs it, and a day that is done stays done.
 */
export function createDigest({
  knex,
  sentMails,
  sender,
  hour,
  localTime,
}: {
  knex: Knex
  sentMails: SentMails
  sender: () => Sender
  /** 0 to 23; null: never. */
  hour: number | null
  /** The date, such as 2026-08-01, and the hour in the campaign's time zone. */
  localTime(now: Date): { date: string; hour: number }
}): (now: Date) => Promise<void> {
  /** `toWhom`: whether this person is to get it. */
  async function send(date: string, now: Date, toWhom: (userId: number) => boolean): Promise<void> {
    const [pending, volunteers] = await Promise.all([
      pendingCounts(knex),
      volunteersSince(knex, new Date(now.getTime() - day)),
    ])
    for (const { userId, email, rights } of await staffReaders(knex, now)) {
      const waiting = waitingFor(pending, volunteers, rights)
      if (isNothing(waiting) || !toWhom(userId)) continue
      await sentMails.sendOnce(
        { key: `digest.${date}.${userId}`, writer: 'digest', about: `${date} ${userId}` },
        async () => digestMail(sender(), email, waiting),
      )
    }
  }
  sentMails.addWriter('digest', async (about, now) => {
    const [date = '', reader] = about.split(' ')
    // The next day has a digest of its own.
    if (date === localTime(now).date) await send(date, now, (userId) => String(userId) === reader)
  })
  return async (now) => {
    const local = localTime(now)
    if (hour === null || local.hour < hour) return
    await sentMails.oncePer(`digest.${local.date}`, () => send(local.date, now, () => true))
  }
}
