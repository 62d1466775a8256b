import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ClickOrigin } from '../../../records/mail.ts'
import '@fastify/cookie'
import type { Knex } from 'knex'
import { type MailClickCommand, mailClickStream, mailClicks } from '../../domain/mail/mail-clicks.ts'
import { verdictOn } from '../../experiments/bots.ts'
import { createRetryQueue, type RetryQueue } from '../../kernel/concurrency/retry-queue.ts'
import { type CommandContext, systemContext } from '../../kernel/eventlog/command-context.ts'
import { isOpen, type SubjectKeys } from '../../kernel/eventlog/encryption/subject-keys.ts'
import type { Handle } from '../../kernel/eventlog/handle.ts'
import { mailDelivery } from '../../read-model/mail-deliveries.ts'

type Followed = { campaignId: number; subject: string; link: number; links: number; url: string; isDonation: boolean }

export type ClickRecording = {
  /** A recipient or a program opened a link of an email. Recorded in the background; sets the cookie. */
  clicked(call: { request: FastifyRequest; reply: FastifyReply }, followed: Followed): void
  /** The donation page was opened from the site, within seven days of a click by the same browser. */
  donationOpened(request: FastifyRequest): void
  recordings: RetryQueue
}

const cookieLife = 7 * 24 * 3600 // seconds
const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
const header = (request: FastifyRequest, name: string) => String(request.headers[name] ?? '')

/**
 * Clicks reveal nothing about the visitor, except that the link’s owner, or a person who got it from them, was here.
 */
const clickContext = (at: Date): CommandContext => ({ ...systemContext({ at }), actor: { kind: 'visitor' } })

/**
 * Records clicks after their response. The cookie is signed, first-party, unreadable for scripts, and sent only to the
 * links that leave the site; a browser that asks not to be tracked (Sec-GPC) gets none.
 */
export function createClickRecording({
  handle,
  knex,
  subjects,
  tokens,
  isHttps,
  clock = () => new Date(),
  onDrop,
}: {
  handle: Handle
  knex: Knex
  subjects: Pick<SubjectKeys, 'read'>
  tokens: { issueOrigin(origin: ClickOrigin): string; readOrigin(token: string): ClickOrigin | null }
  isHttps: boolean
  clock?: () => Date
  onDrop?: (error: unknown) => void
}): ClickRecording {
  const recordings = createRetryQueue(onDrop && { onDrop })
  const cookieName = isHttps ? '__Secure-mail-click' : 'mail-click'

  /** One context for all attempts. Nothing is kept about an erased person. */
  function record(
    who: { campaignId: number; subject: string },
    at: Date,
    make: () => Promise<MailClickCommand | null>,
  ) {
    const stream = mailClickStream(who)
    const context = clickContext(at)
    recordings.add(stream, async () => {
      if (!isOpen((await subjects.read([who.subject])).get(who.subject))) return
      const command = await make()
      if (command) await handle(mailClicks, stream, command, context)
    })
  }

  function setCookie(reply: FastifyReply, origin: ClickOrigin): void {
    const options = { path: '/go', httpOnly: true, sameSite: 'lax', secure: isHttps, maxAge: cookieLife } as const
    reply.setCookie(cookieName, tokens.issueOrigin(origin), options)
  }

  return {
    recordings,
    clicked({ request, reply }, { campaignId, subject, ...link }) {
      const now = clock()
      const at = now.toISOString()
      const clickId = randomUUID()
      const { rule } = verdictOn(request)
      const method = request.method === 'HEAD' ? 'HEAD' : 'GET'
      if (method === 'GET' && rule === null && header(request, 'sec-gpc') !== '1')
        setCookie(reply, { campaignId, subject, clickId, at: seconds(now) })
      record({ campaignId, subject }, now, async () => {
        const delivery = await mailDelivery(knex, { campaignId, subject })
        if (!delivery) return null
        // The mail server may have answered only after the click.
        const deliveredAt = delivery.deliveredAt !== null && delivery.deliveredAt <= at ? delivery.deliveredAt : null
        const facts = {
          campaignId,
          subject,
          clickId,
          ...link,
          at,
          deliveredAt,
          method,
          client: rule ?? 'browser',
        } as const
        return { type: 'ClickMailLink', data: facts }
      })
    },
    donationOpened(request) {
      const origin = tokens.readOrigin(request.cookies[cookieName] ?? '')
      const now = clock()
      if (!origin || seconds(now) - origin.at > cookieLife) return
      const { at: _, ...click } = origin
      record(click, now, async () => ({ type: 'OpenDonationPage', data: { ...click, at: now.toISOString() } }))
    },
  }
}
