import { returnTokensIn } from '../mail/return-address.ts'
import { tokenInBody, tokenInSubject } from '../mail/unsubscribe-mails.ts'
import { failureInWords, isFromProgram, quotesHeaders, returnedWords, transcriptIn } from './bounce-words.ts'
import { addressIn, type FailedDelivery, failedDelivery, holdsStatus } from './delivery-status.ts'
import { headerWords } from './header-words.ts'
import { headerIn, type Part, partsOf } from './mime-parts.ts'

/**
 * Content of a mail to our bounce address. `messageId`: of the mail it is about. `returnTokens`: of the address that this
 * mail was to be returned to, the likeliest first. `recipient`: whose mailbox refused it, if the report says so; a
 * forwarder names another one than ours. `at`: ISO 8601.
 */
export type ReturnedMail =
  | (About & { type: 'bounce'; kind: 'hard' | 'soft'; code: string; recipient: string | null })
  | (About & { type: 'complaint' | 'unsubscribe_report' })
  | { type: 'unsubscribe'; token: string }
type About = { messageId: string | null; returnTokens?: string[]; at: string }

/** ms; longer than any email waits for its delivery. */
const oldest = 365 * 24 * 3_600_000

/** A stranger may write any number. */
const maxTokens = 10

/**
 * Evidence counts in this order: which of our mails it is about, by its Message-ID or our return address; the fields and
 * codes of a report; a code among the words; and last the words themselves (domain/mail/phrases). Null: not for us, such as
 * an absence note, or a delay that the server is still trying to end.
 */
export function readReturnedMail(source: Buffer, now: Date): ReturnedMail | null {
  const parts = partsOf(source)
  const headers = parts[0]?.headers ?? ''
  const subject = headerWords(headerIn(headers, 'subject'))
  const token =
    tokenInSubject(subject) ??
    // A program that takes the whole link for an address.
    tokenInSubject(headerIn(headers, 'to')) ??
    (isWritten(headers, parts) ? tokenInBody(ownText(parts)) : null)
  if (token !== null) return { type: 'unsubscribe', token }
  const messageId = ourMailIn(parts)
  const returnTokens = ourAddressesIn(parts)
  if (messageId === null && returnTokens.length === 0) return null
  const about = { messageId, ...(returnTokens.length > 0 && { returnTokens }), at: sentAt(headers, now).toISOString() }
  const feedback = feedbackIn(headers, subject, parts)
  if (feedback === 'ignored') return null
  if (feedback !== null) return { type: feedback, ...about }
  const bounce = bounceIn(headers, subject, parts)
  return bounce && { type: 'bounce', ...about, ...bounce }
}

/** A stranger may write any date: an impossible one counts as now. */
function sentAt(headers: string, now: Date): Date {
  const date = new Date(headerIn(headers, 'date').replace(/\([^)]*\)/g, ''))
  const age = now.getTime() - date.getTime()
  return age >= 0 && age < oldest ? date : now
}

/** By a person, to be read by one. */
const isWritten = (headers: string, parts: Part[]): boolean =>
  !/^auto-(?!submitted:[ \t]*no\b)|^precedence:|^x-auto|^list-id:/im.test(headers) &&
  !isFromProgram({ from: headerIn(headers, 'from'), subject: headerIn(headers, 'subject') }) &&
  !parts.some(({ type }) => type.startsWith('message/'))

const isText = ({ type, isReturned }: Part) => type.startsWith('text/') && !isReturned

const withoutTags = (html: string): string =>
  html
    .replace(/<(?:br|p|div|tr|li|h\d)\b[^<>]{0,1000}>/gi, '\n')
    .replace(/<[^<>]{0,2000}>/g, '')
    .replace(/&(lt|gt|amp|quot|nbsp|#39);/g, (_, name: string) => entities.get(name) ?? ' ')

const entities = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['#39', "'"],
])

/** The words of the mail itself; of its HTML only where there are no others. */
function ownText(parts: Part[]): string {
  const own = parts.filter((part) => isText(part) && part.text.trim() !== '')
  const plain = own.filter(({ type }) => type !== 'text/html').map(({ text }) => text)
  return plain.length > 0 ? plain.join('\n\n') : own.map(({ text }) => withoutTags(text.slice(0, 100_000))).join('\n\n')
}

const ourMail =
  /c\d{1,10}\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\.[\da-f]{24})?(?:\.[\w.+-]{1,200})?(?:@|%40|\+40|&#(?:64|x40);)[\w.[\]:-]{1,255}/gi
/** In addresses of the web, in an envelope id (RFC 3461), or in HTML. */
const encodedAt = /%40|\+40|&#(?:64|x40);/i
/** The Message-IDs of ours in a text. */
export const ourMailsIn = (text: string): string[] =>
  [...text.matchAll(ourMail)].map(([id]) => `<${id.replace(encodedAt, '@')}>`)

/** With the MAC: a mail may quote links and other mails as well. */
const isSigned = (id: string) => /^<c\d+\.[\da-f-]{36}\.[\da-f]{24}[.@]/i.test(id)

/**
 * Which of our mails it is about. Wherever the Message-ID stands: no stranger can make one up. A mail that is returned
 * has the first say, and its headers count even if they name none of ours, so that it is known that they do not.
 */
function ourMailIn(parts: Part[]): string | null {
  const ids = [
    ...parts.filter(({ isReturned }) => isReturned),
    ...parts.filter(({ isReturned }) => !isReturned),
  ].flatMap(({ headers, text }) => [...ourMailsIn(headers), ...ourMailsIn(text)])
  return ids.find(isSigned) ?? ids[0] ?? foreignMailIn(parts)
}

/**
 * Whose return address it came to, or is told in it. The headers have the first say: our own To, whatever a forwarder made
 * of it (SRS), Delivered-To, X-Original-To, Envelope-To, or `for` in Received. Then those of the returned mail.
 */
function ourAddressesIn(parts: Part[]): string[] {
  const [outer, ...inner] = parts
  const texts = [
    outer?.headers ?? '',
    ...inner.filter(({ isReturned }) => isReturned).map(({ headers }) => headers),
    ...parts.flatMap(({ headers, text }) => [headers, text]),
  ]
  return [...new Set(texts.flatMap(returnTokensIn))].slice(0, maxTokens)
}

/** A returned mail that is none of ours: its report is done with, since nothing here is about it. */
function foreignMailIn(parts: Part[]): string | null {
  for (const { isReturned, headers, text } of parts) {
    const field = isReturned ? headerIn(headers, 'message-id') || headerIn(text.slice(0, 20_000), 'message-id') : ''
    const id = /<[^<>\s]{1,900}>/.exec(field)?.[0]
    if (id !== undefined) return id
  }
  return null
}

/** The last of them are in no standard. */
const stops = new Map<string, 'complaint' | 'unsubscribe_report'>([
  ['abuse', 'complaint'],
  ['fraud', 'complaint'],
  ['virus', 'complaint'],
  ['opt-out', 'unsubscribe_report'],
  ['opt-out-list', 'unsubscribe_report'],
  ['unsubscribe', 'unsubscribe_report'],
  ['complaint', 'complaint'],
  ['junk', 'complaint'],
  ['malware', 'complaint'],
  ['phishing', 'complaint'],
  ['spam', 'complaint'],
])

/** Of a report (RFC 5965), or of one in words. 'ignored': it says something else, such as that DKIM failed. */
function feedbackIn(
  headers: string,
  subject: string,
  parts: Part[],
): 'complaint' | 'unsubscribe_report' | 'ignored' | null {
  const own = parts.filter(({ isReturned }) => !isReturned)
  const isReport = /report-type="?feedback-report/i.test(headerIn(headers, 'content-type'))
  // Of a report that was passed on inside another mail too: ours have no such part.
  const part = parts.find(({ type }) => type === 'message/feedback-report')
  // Some programs call the report a file.
  const fields = [part, ...own].map((one) => one?.text.slice(0, 50_000) ?? '')
  const kind = fields
    .map((text) => /^[ >]*feedback-type[ \t]*:\s*([\w-]+)/im.exec(text)?.[1])
    .find((one) => one !== undefined)
  if (kind !== undefined) return stops.get(kind.toLowerCase()) ?? 'ignored'
  if (part || isReport || isMarkedComplaint(headers, own, parts)) return 'complaint'
  const opening = ownText(parts).trimStart().slice(0, 300)
  const isComplaint =
    /^(?:fwd?: ?)?(?:\[[^\]]{1,40}\] ?)?(?:complaint about message|(?:e-?mail )?(?:abuse|spam|feedback) (?:report|complaint))/i.test(
      subject,
    ) || /^this is an? (?:e-?mail )?(?:abuse|spam|feedback) (?:report|complaint)/i.test(opening)
  if (isComplaint && (parts.some(({ isReturned }) => isReturned) || quotesHeaders(ownText(parts)))) return 'complaint'
  // SpamCop writes our mail below its own words.
  return /^\[spamcop \(/i.test(subject) && /^\[ ?spamcop\b/i.test(opening) ? 'complaint' : null
}

/** Outlook.com marks the mail, and XARF (YAML or JSON) its report. */
const isMarkedComplaint = (headers: string, own: Part[], parts: Part[]): boolean =>
  parts.some((part) => part.isReturned && headerIn(part.headers, 'x-hmxmroriginalrecipient') !== '') ||
  (/^x-x?arf[ \t]*:/im.test(headers) &&
    own.some(({ text }) => /"?\breport-?type"?[ \t]*:[ \t]*"?(?:spam|phishing|malware)/i.test(text.slice(0, 50_000))))

/** Marks that programs put on what they write for a person who is away. DSNs are auto-submitted too. */
const isAnswering = /^(?:x-auto-?(?:reply|respond(?:er)?)|x-vacation[\w-]*)[ \t]*:|^precedence[ \t]*:[ \t]*auto_reply/im

function bounceIn(headers: string, subject: string, parts: Part[]): FailedDelivery | null {
  const own = parts.filter(({ isReturned }) => !isReturned)
  const words = ownText(parts)
  // A receipt says that a mail was shown, or deleted without being shown; Dovecot rejects in this form.
  if (own.some(isReceipt) && !isRejection.test(words)) return null
  const isStatus = ({ type }: Part) => /^message\/(?:global-)?delivery-status$/.test(type)
  const status =
    own.find(isStatus) ??
    own.find((part) => isText(part) && holdsStatus(part.text)) ??
    // Of a report that was passed on inside another mail: ours have no such part.
    parts.find(isStatus)
  const to = returnedTo(parts) ?? addressIn(headerIn(returnedWords(words), 'to'))
  const report = status ? failedDelivery(status.text, to, transcriptIn(words)) : null
  if (report === 'none') return null
  if (report) return { ...report, recipient: sameMailbox(report.recipient, to) }
  // No status says it: only words are left.
  if (isAnswering.test(headers)) return null
  const failedRecipients = headerIn(headers, 'x-failed-recipients')
  const isReport = status !== undefined
  return failureInWords({ from: headerIn(headers, 'from'), subject, failedRecipients, isReport }, words, to)
}

const isReceipt = ({ type }: Part) => /^message\/(?:global-)?disposition-notification$/.test(type)
const isRejection = /\bwas automatically rejected\b/i

/** The recipient of our mail. */
function returnedTo(parts: Part[]): string | null {
  for (const part of parts.filter(({ isReturned }) => isReturned)) {
    const to = addressIn(
      headerIn(part.headers, 'to') || headerIn(part.text.slice(0, 20_000).replace(/\r?\n[ \t]/g, ' '), 'to'),
    )
    if (to !== null) return to
  }
  return null
}

/** A server may name the mailbox by its own host, and without a tag: pat@mail.example.com is pat+news@example.com. */
function sameMailbox(recipient: string | null, to: string | null): string | null {
  if (recipient === null || to === null) return recipient
  const [[name, host = ''], [ourName, ourHost = '']] = [recipient.split('@'), to.split('@')]
  const isSameHost = host === ourHost || host.endsWith(`.${ourHost}`) || ourHost.endsWith(`.${host}`)
  return isSameHost && (name === ourName || ourName?.startsWith(`${name}+`)) ? to : recipient
}
