import type { Knex } from 'knex'
import { day } from '../../records/durations.ts'
import { digestMail, isNothing } from '../mail/digest-templates.ts'
import type { Sender } from '../mail/layout.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { pendingCounts } from '../read-model/admin-dashboard.ts'
import { adminAddresses } from '../read-model/users.ts'
import { volunteersSince } from '../read-model/volunteers.ts'
import { reviewedItems } from '../topics/index.ts'

/**
 * Once a day, from `hour` on in the campaign’s time zone, tells every admin what waits for their attention; sends
 * nothing when nothing waits. One process at a time runs it, at any rate: a day that is done stays done.
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
  /** `toWhom`: whether this admin is to get it. */
  async function send(date: string, now: Date, toWhom: (userId: number) => boolean): Promise<void> {
    const [pending, volunteers] = await Promise.all([
      pendingCounts(knex),
      volunteersSince(knex, new Date(now.getTime() - day)),
    ])
    const { moderation, appeals } = pending
    const reviewed = reviewedItems.map(({ topic, item, many }) => ({ item, many, count: pending[topic] }))
    const waiting = { reviewed, moderation, appeals, volunteers }
    if (isNothing(waiting)) return
    for (const { userId, email } of await adminAddresses(knex))
      if (toWhom(userId))
        await sentMails.sendOnce(
          { key: `digest.${date}.${userId}`, writer: 'digest', about: `${date} ${userId}` },
          async () => digestMail(sender(), email, waiting),
        )
  }
  sentMails.addWriter('digest', async (about, now) => {
    const [date = '', admin] = about.split(' ')
    // The next day has a digest of its own.
    if (date === localTime(now).date) await send(date, now, (userId) => String(userId) === admin)
  })
  return async (now) => {
    const local = localTime(now)
    if (hour === null || local.hour < hour) return
    await sentMails.oncePer(`digest.${local.date}`, () => send(local.date, now, () => true))
  }
}
