import { ownEvents, postmarkNews, sesNews, snsEnvelope } from '../../../contract/mail-events.ts'
import { refusalClass, refusalIn } from '../../domain/mail/refusal-classes.ts'
import type { MailReport, Reports } from './mail-report.ts'
import { postmarkReports } from './postmark-reports.ts'
import { sesReports } from './ses-reports.ts'

const none: Reports = { reports: [] }

/** Mailtrap has a list of events too; ours say what they are about. */
const isOurShape = (body: object): boolean => {
  const events: unknown = Reflect.get(body, 'events')
  const first: unknown = Array.isArray(events) ? events[0] : undefined
  return typeof first !== 'object' || first === null || Object.hasOwn(first, 'about')
}

function ownReports(body: object): Reports | null {
  const own = ownEvents.safeParse(body)
  if (!own.success) return isOurShape(body) ? null : fromStranger(body)
  return {
    reports: own.data.events.map(({ about, ...event }): MailReport => {
      const target = { messageId: null, email: null, ...about, at: event.at }
      if (event.type === 'complaint') return { type: 'complaint', ...target }
      const { code, words = '' } = event
      const kind = refusalClass({ ...refusalIn(code), text: words }) === 'hard' ? 'hard' : 'soft'
      return { type: 'bounce', ...target, code, kind }
    }),
  }
}

/** Fields in which providers name the kind of their news. */
const naming = [
  'RecordType',
  'notificationType',
  'eventType',
  'event',
  'event_type',
  'event_name',
  'type',
  'Type',
  'kind',
  'category',
  'eventName',
  'EVENT',
  'metric',
  'groupName',
  'status',
]
/** Such as SparkPost's, whose events stand within two objects of a list. */
const maxDepth = 4

/** Name that a report of an unknown shape gives itself; null: nothing. */
function kindOf(body: unknown, depth = 0): string | null {
  if (typeof body !== 'object' || body === null || depth > maxDepth) return null
  if (Array.isArray(body)) return kindOf(body[0], depth + 1)
  const fields = new Map<string, unknown>(Object.entries(body).slice(0, 100))
  for (const name of naming) {
    const named = fields.get(name)
    const kind: unknown = Array.isArray(named) ? named[0] : named
    if (typeof kind === 'string' && /^[\w .:-]{1,80}$/.test(kind)) return kind.slice(0, 40)
  }
  for (const nested of fields.values()) {
    const kind = kindOf(nested, depth + 1)
    if (kind !== null) return kind
  }
  return null
}

function fromSns(body: unknown): Reports | null {
  const sns = snsEnvelope.safeParse(body)
  if (!sns.success) return null
  const { Type, Message } = sns.data
  if (Type !== 'Notification') return none
  // The first one, in words: SES has found the topic.
  if (/^Successfully validated\b/.test(Message)) return none
  const message = parsed(Message)
  if (message !== undefined) return message === null ? null : fromSes(fromEventBridge(message) ?? message)
  return Message.trimStart().startsWith('{') ? null : { unknown: 'Amazon SNS in words' }
}

/** Message that Amazon EventBridge delivers of SES; null: something else. */
function fromEventBridge(body: object): object | null {
  const detail: unknown = Reflect.get(body, 'source') === 'aws.ses' ? Reflect.get(body, 'detail') : null
  return typeof detail === 'object' ? detail : null
}

function fromSes(body: object): Reports | null {
  const kind = Reflect.get(body, 'notificationType') ?? Reflect.get(body, 'eventType')
  // Azure names its news `eventType` too.
  const isSes = Object.hasOwn(body, 'mail') || Object.hasOwn(body, 'notificationType')
  if (typeof kind !== 'string' || !isSes) return fromStranger(body)
  const news = sesNews.safeParse(body)
  return sesReports(kind, news.success ? news.data : null) ?? { unknown: `Amazon SES ${kind}`.slice(0, 40) }
}

/** True when there is no value in it, as in what providers send to try a link: '[]', or '[{"msys":{}}]'. */
const isEmpty = (body: unknown, depth = 0): boolean =>
  typeof body === 'object' &&
  body !== null &&
  depth <= maxDepth &&
  Object.values(body)
    .slice(0, 100)
    .every((value) => isEmpty(value, depth + 1))

const fromStranger = (body: unknown): Reports => (isEmpty(body) ? none : { unknown: kindOf(body) ?? 'without a name' })

/** `now`: ISO 8601, where a provider does not say when. Null: that is no report at all. */
export function reportsIn(body: unknown, now: string): Reports | null {
  if (typeof body !== 'object' || body === null) return null
  if (Object.hasOwn(body, 'events')) return ownReports(body)
  if (Object.hasOwn(body, 'TopicArn')) return fromSns(body)
  const detail = fromEventBridge(body)
  if (detail) return fromSes(detail)
  if (Object.hasOwn(body, 'RecordType')) {
    const news = postmarkNews.safeParse(body)
    if (news.success) return postmarkReports(news.data, now) ?? { unknown: unknownPostmark(news.data) }
  }
  if (Object.hasOwn(body, 'notificationType') || Object.hasOwn(body, 'eventType')) return fromSes(body)
  return fromStranger(body)
}

const unknownPostmark = ({ RecordType, Type }: { RecordType: string; Type?: string | null }): string =>
  `Postmark ${RecordType} ${Type ?? ''}`.trim().slice(0, 40)

function parsed(text: string): object | null | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return undefined
  }
}
