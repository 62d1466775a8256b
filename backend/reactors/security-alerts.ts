import type { Knex } from 'knex'
import type pg from 'pg'
import type { StaffRight } from '../../records/staff-rights.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { Sender } from '../mail/layout.ts'
import { securityAlertMail } from '../mail/security-templates.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { type DomainEvent, eventFacts } from '../topics/index.ts'
import { staffReaders } from './staff-mails.ts'

/** The events that staff are alerted about, with their wording and the right of those who are; all of them are in the log of actions. */
const sentences = [...eventFacts].flatMap(([type, { audit }]) =>
  audit?.alert ? [{ type, words: audit.alert, right: audit.alertsTo ?? 'actions' } as const] : [],
)

const pauseBetween = 10 * 60_000 // ms

export type SecurityAlertsReactor = {
  name: 'security-alerts'
  on: { [type: string]: (event: Recorded<DomainEvent>) => Promise<void> }
}

type Line = { right: StaffRight; line: string }

/** Collects the events for `createSecurityAlerts`. An event is collected once, also when the log is read again. */
export function securityAlertsReactor({
  pool,
  accounts,
  securityAlerts,
}: {
  pool: pg.Pool
  accounts: { byId(userId: number): Promise<{ isAdmin: boolean } | null> }
  /** Switched off: nothing is collected. */
  securityAlerts: boolean
}): SecurityAlertsReactor {
  /** All other users are told about their own account. */
  async function concernsAdmins({ type, data, metadata }: Recorded<DomainEvent>): Promise<boolean> {
    if (type === 'UserEmailChanged') return metadata.actor.kind === 'admin' && metadata.actor.id !== data.userId
    if (type !== 'PasskeyAdded' && type !== 'ProviderConnected') return true
    return (await accounts.byId(data.userId))?.isAdmin ?? false
  }
  async function collect(event: Recorded<DomainEvent>): Promise<void> {
    if (!securityAlerts || !(await concernsAdmins(event))) return
    await pool.query('INSERT INTO app.security_alerts (event_id, type) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      event.id,
      event.type,
    ])
  }
  return {
    name: 'security-alerts',
    on: Object.fromEntries(sentences.map(({ type }) => [type, collect])),
  }
}

/**
 * Sends staff the collected alerts that they may act on: at once after a quiet time, else ten minutes after the last email. One process at
 * a time runs it, at any rate. While the mail server is away, the same email is tried again before the next one.
 */
export function createSecurityAlerts({
  pool,
  knex,
  sentMails,
  sender,
}: {
  pool: pg.Pool
  knex: Knex
  sentMails: SentMails
  sender: () => Sender
}): (now: Date) => Promise<void> {
  async function linesOf(begun: Date): Promise<Line[]> {
    const { rows } = await pool.query<{ type: string; count: number }>(
      'SELECT type, count(*)::int AS count FROM app.security_alerts WHERE mail = $1 GROUP BY type',
      [begun],
    )
    const counts = new Map(rows.map(({ type, count }) => [type, count]))
    return sentences.flatMap(({ type, words: [one, many], right }) => {
      const count = counts.get(type) ?? 0
      return count === 0 ? [] : [{ right, line: count === 1 ? one : `${count.toLocaleString('en-US')} ${many}` }]
    })
  }

  /** `begun` names the email. `toWhom`: whether this person is to get it. */
  async function send(begun: Date, now: Date, toWhom: (userId: number) => boolean): Promise<void> {
    const [all, readers] = await Promise.all([linesOf(begun), staffReaders(knex, now)])
    const attempts = await Promise.allSettled(
      readers.map(async ({ userId, email, rights }) => {
        const lines = all.filter(({ right }) => rights.has(right)).map(({ line }) => line)
        if (lines.length === 0 || !toWhom(userId)) return
        const alert = { lines, mayReadActions: rights.has('actions') && rights.has('colleagues') }
        await sentMails.sendOnce(
          {
            key: `security-alert.${begun.getTime()}.${userId}`,
            writer: 'security-alerts',
            about: `${begun.getTime()} ${userId}`,
          },
          async () => securityAlertMail(sender(), email, alert),
        )
      }),
    )
    const failed = attempts.find((attempt) => attempt.status === 'rejected')
    if (failed) throw failed.reason
  }
  sentMails.addWriter('security-alerts', async (about, now) => {
    const [begun, reader] = about.split(' ')
    await send(new Date(Number(begun)), now, (userId) => String(userId) === reader)
  })

  return async (now) => {
    await pool.query(
      `UPDATE app.security_alerts SET mail = $1 WHERE mail IS NULL AND NOT EXISTS (
         SELECT FROM app.security_alerts WHERE sent_at > $2 OR (mail IS NOT NULL AND sent_at IS NULL))`,
      [now, new Date(now.getTime() - pauseBetween)],
    )
    const { rows } = await pool.query<{ begun: Date | string | null }>(
      'SELECT min(mail) AS begun FROM app.security_alerts WHERE mail IS NOT NULL AND sent_at IS NULL',
    )
    const begun = rows[0]?.begun
    if (!begun) return
    await send(new Date(begun), now, () => true)
    await pool.query('UPDATE app.security_alerts SET sent_at = $1 WHERE mail IS NOT NULL AND sent_at IS NULL', [now])
  }
}
