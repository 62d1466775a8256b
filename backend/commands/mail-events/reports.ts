import { type MailEvents, type PostmarkNews, type SesNews, sesNews } from '../../../contract/mail-events.ts'
import { type Bounce, bounceCodeIn, kindOfBounce } from '../../domain/bounces.ts'

/** What somebody reports about one mail. `at`: ISO 8601. */
export type MailReport = { messageId: string | null; email: string | null; at: string } & (
  | ({ type: 'bounce' } & Bounce)
  | { type: 'complaint' }
)

const undefinedCode = { hard: '5.0.0', soft: '4.0.0' } as const

/** The provider says which kind it is; its words may hold the code. */
const bounceIn = (kind: Bounce['kind'], ...words: (string | undefined)[]): Bounce => ({
  kind,
  code: words.map((text = '') => bounceCodeIn(text)).find((code) => code !== null) ?? undefinedCode[kind],
})

function sesReports({ mail, bounce, complaint }: SesNews): MailReport[] {
  const messageId = mail.commonHeaders?.messageId ?? null
  // With several recipients the Message-ID does not say which one.
  const about = (email: string) => ({ email, messageId: mail.destination.length === 1 ? messageId : null })
  if (bounce)
    return bounce.bouncedRecipients.map(({ emailAddress, status, diagnosticCode }) => ({
      type: 'bounce',
      ...about(emailAddress),
      at: bounce.timestamp,
      ...bounceIn(bounce.bounceType === 'Permanent' ? 'hard' : 'soft', status, diagnosticCode),
    }))
  return (complaint?.complainedRecipients ?? []).map(({ emailAddress }) => ({
    type: 'complaint',
    ...about(emailAddress),
    at: complaint?.timestamp ?? '',
  }))
}

const postmarkHard = ['HardBounce', 'BadEmailAddress']
const postmarkSoft = ['SoftBounce', 'Transient', 'DnsError']

function postmarkReports(news: PostmarkNews, now: string): MailReport[] {
  const { RecordType, Type = '', Email = null, BouncedAt: at = now, Details, Description } = news
  // Postmark's MessageID is its own, not that of the mail.
  const about = { email: Email, messageId: null, at }
  if (RecordType === 'SpamComplaint' || Type === 'SpamComplaint') return [{ type: 'complaint', ...about }]
  if (RecordType !== 'Bounce') return []
  const kind = postmarkHard.includes(Type) ? 'hard' : postmarkSoft.includes(Type) ? 'soft' : null
  return kind ? [{ type: 'bounce', ...about, ...bounceIn(kind, Details, Description) }] : []
}

/** `now`: ISO 8601, where a provider does not say when. Null: the envelope holds no JSON of a known shape. */
export function reportsIn(events: MailEvents, now: string): MailReport[] | null {
  if ('events' in events)
    return events.events.map(({ about, ...event }) => ({
      ...{ messageId: null, email: null, ...about },
      ...(event.type === 'bounce' ? { ...event, kind: kindOfBounce(event.code) } : event),
    }))
  if ('RecordType' in events) return postmarkReports(events, now)
  if (events.Type !== 'Notification') return []
  const news = sesNews.safeParse(parsed(events.Message))
  return news.success ? sesReports(news.data) : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
