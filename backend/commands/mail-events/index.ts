import type { FastifyInstance, FastifyRequest } from 'fastify'
import { reportMailEvents } from '../../../contract/mail-events.ts'
import type { Position } from '../../kernel/eventlog/event-log.ts'
import type { Handle } from '../../kernel/eventlog/handle.ts'
import type { WaitForProjection } from '../../kernel/http/pending-position.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { type ReportTools, recordReports } from './record.ts'
import { reportsIn } from './reports.ts'
import { isAuthentic, signatureHeader } from './signature.ts'

const snsLink = /^https:\/\/sns\.[a-z\d-]+\.amazonaws\.com(\.cn)?\//

const unknownShape = () => new HttpProblem(400, 'This is not a report of a bounce or a complaint in a known shape.')

/** Amazon SNS sends its password only after a request for it. */
const credentialsNeeded = () =>
  new HttpProblem(401, 'Sign this report, or send the secret as a password.', {
    headers: { 'www-authenticate': 'Basic realm="mail events"' },
  })

/** `type`: some providers send a form, whose fields may hold JSON. */
function parse(body: Buffer, type = ''): unknown {
  const named = { type: type.split(';')[0]?.trim().replace('/', ' ') }
  // With attachments or in XML: none that we know does that.
  if (/^(?:multipart\/|(?:application|text)\/xml\b)/i.test(type)) return named
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return JSON.parse(text)
    return Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, fieldIn(value)]))
  } catch {
    // Amazon SNS says that its JSON is plain text, so others say so too.
    if (type !== '' && !/\bjson\b/i.test(type)) return named
    throw unknownShape()
  }
}

function fieldIn(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const subscribeLink = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, 'SubscribeURL') : undefined

type Tools = ReportTools & {
  waitForProjection: WaitForProjection
  mailEventsSecret: string | null
  /** Counts a report of a kind that says nothing to us. */
  onUnknownReport: (kind: string, at: Date) => Promise<void>
  now?: () => number
}

/**
 * Bounces and complaints from a mail provider; off without a secret. The signature covers the raw bytes, so they are
 * parsed only afterwards.
 */
export async function mailEventCommands(
  app: FastifyInstance,
  { mailEventsSecret, onUnknownReport, waitForProjection, now = Date.now, ...tools }: Tools,
): Promise<void> {
  if (mailEventsSecret === null) return
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body)
    scope.route({
      method: reportMailEvents.method,
      url: reportMailEvents.url,
      config: { policy: 'public', keepAnswer: false, takesRawBody: true },
      schema: { summary: reportMailEvents.summary, ...reportMailEvents.schema },
      handler: async (request) => {
        const { headers, body, log } = request
        if (headers[signatureHeader] === undefined && headers.authorization === undefined) throw credentialsNeeded()
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
        if (!isAuthentic(mailEventsSecret, headers, bytes, now()))
          throw new HttpProblem(403, 'The signature of this report is wrong or too old.')
        const events = parse(bytes, headers['content-type'])
        const link = subscribeLink(events)
        if (typeof link === 'string' && link.length < 2000 && snsLink.test(link))
          log.warn({ link }, 'Amazon SNS asks you to open this link to receive bounces.')
        const said = reportsIn(events, new Date(now()).toISOString())
        if (!said) throw unknownShape()
        // A provider that gets an error sends the same again, and stops sending at last.
        if ('unknown' in said) {
          await onUnknownReport(said.unknown, new Date(now()))
          return { recorded: 0 }
        }
        const positions: (Position | null)[] = []
        const handle: Handle = async (...asked) => {
          const handled = await tools.handle(...asked)
          positions.push(handled.position)
          return handled
        }
        const recorded = await recordReports({ ...tools, handle }, said.reports)
        await waitForProjection(positions.findLast((position) => position !== null) ?? null, request)
        return { recorded }
      },
    })
  })
}
