import { anyOf, saying } from '../domain/mail/phrases/index.ts'
import { refusalClass, refusalIn } from '../domain/mail/refusal-classes.ts'
import { plainWords, saysGone } from '../domain/mail/refusal-words.ts'
import { addressIn, type FailedDelivery, kindOf } from './delivery-status.ts'

/** Programs that return mail write under such names. */
const daemon =
  /mailer.?daemon|mail.?deliver|mail.?system|mail.?administrator|microsoftexchange|mdaemon|mail.?router|^\W*post.?master\W*$/i
/** Or from such addresses, in front of the @. */
const daemonAddress = /post.?master|\bbounces?\b/i

/** A person may be called Bounce or Postmaster General, and a shop Bounce House. */
function isDaemon(from: string): boolean {
  const [, name = '', address = ''] = /^([^<]*)<([^<>]*)>/.exec(from) ?? []
  const [, bare = from, comment = ''] = /^([^(]*)\(([^()]*)\)/.exec(from) ?? []
  const mailbox = (address || bare).split('@')[0] ?? ''
  return [name, comment, mailbox].some((words) => daemon.test(words)) || daemonAddress.test(mailbox)
}

const failureSubject = saying('failureSubject')
const failure = saying('failure')
const absence = new RegExp(`^(?:${anyOf('absence')})`, 'i')
const [delay, goesOn, givenUp] = [saying('delay'), saying('goesOn'), saying('givenUp')]

/** Answer of a server, such as 550 5.1.1, in a report of any language. */
const refusal = /^[ \t>"'<(#]{0,10}5[0-5]\d[ -]+#?5\.\d{1,3}\.\d{1,3}\b/m

const mailField = '[ >]*(?:return-path|received|message-id|dkim-signature)[ \\t]*:'
/** Where the words end and our mail begins. */
const returnedFrom = new RegExp(
  `^(?:-{3,}.{0,60}(?:copy|original|returned|headers?|below|unsent|message).{0,60}$|[ >]*(?:original message headers?|message headers follow|the original message was received|returned message)|${mailField})`,
  'im',
)
const returnedFields = new RegExp(`^${mailField}`, 'im')

/** The words of a report, without the mail that it returns, and without the subject of that mail. */
export const reportWords = (whole: string): string => {
  const text = whole.replace(/^[ \t>]*subject:.*$/gim, '')
  const marked = text.search(returnedFrom)
  // The marker may open the report, as '--- The following message could not be delivered ---' does.
  const end = marked > 100 ? marked : text.search(returnedFields)
  return text.slice(0, end > 20 ? end : 20_000).slice(0, 20_000)
}

/** The headers of the mail that a report in words returns; '' where it returns none. */
export const returnedWords = (text: string): string => {
  const start = text.search(returnedFrom)
  return start === -1 ? '' : text.slice(start, start + 20_000).replace(/\r?\n[ \t]/g, ' ')
}

/** True when the headers of a mail are among these words. */
export const quotesHeaders = (text: string): boolean => returnedFields.test(text)

export const isFromProgram = ({ from, subject }: { from: string; subject: string }): boolean =>
  isDaemon(from) || (failureSubject.test(subject) && !isAnswer(subject))

const answering = /^(?:re|aw|sv|vs|antw|res|rif|odp|ynt) ?(?:\[\d{1,3}\])?:\s*/i

/** 'Re: Undeliverable: News' is by a person; 'Re: News: delivery failed' by a program that answers us. */
const isAnswer = (subject: string): boolean =>
  answering.test(subject) && failureSubject.test(subject.replace(answering, '').slice(0, 25))

const hasReply = /(?<![\w.#:[@-])[45][0-5]\d[ -#]|#?[45]\.\d{1,3}\.\d{1,3}\b/

/** The lines that a server said, or else what follows the address. */
function diagnosticIn(words: string): string {
  const flat = words.replace(/\r?\n[ \t>]*/g, '\n')
  const reply = /(?<![\w.#:[@-])[45][0-5]\d[ -#].{0,500}(?:\n(?!\n).{0,300}){0,2}/.exec(flat)
  if (reply) return reply[0].replace(/\n/g, ' ')
  const coded = /[^\n]{0,200}#?[45]\.\d{1,3}\.\d{1,3}\b.{0,300}/.exec(flat)
  if (coded) return coded[0]
  const address = flat.search(/^.{0,60}@/m)
  return (address === -1 ? flat : flat.slice(address)).slice(0, 1000).replace(/\n/g, ' ')
}

/**
 * Statement about this recipient, where a report of several begins each with its address on a line. Some programs say
 * it in front of the only address.
 */
function aboutRecipient(words: string, sentTo: string | null): string {
  const starts = /^(?=[ \t]*[<"]?[^\s<>;:,"]{1,100}@[^\s<>;:,"]{1,250}[>"]?:?[ \t]*$)/m
  const said = words.replace(/\r/g, '').split(starts)
  const groups = said.slice(1)
  const own = groups.filter((text) => addressIn(text) === sentTo)
  const isAlone = own.length === groups.length && !hasReply.test(own.join('')) && hasReply.test(said[0] ?? '')
  return own.length === 0 || isAlone ? words : own.join('')
}

/**
 * A report in words only, as qmail, Exim and old servers send it. Null: it is none, or its server goes on trying.
 * `isReport`: its type says so. `sentTo`: the recipient of our mail, where the report returns it.
 */
export function failureInWords(
  mail: { from: string; subject: string; failedRecipients: string; isReport: boolean },
  text: string,
  sentTo: string | null,
): FailedDelivery | null {
  const words = reportWords(text)
  if (!isFromProgram(mail) && mail.failedRecipients === '' && !mail.isReport) return null
  if (absence.test(mail.subject)) return null
  const head = words.slice(0, 3000)
  const saysFailure = failure.test(head) || failureSubject.test(mail.subject)
  if (!saysFailure && !(isDaemon(mail.from) && (saysGone.test(plainWords(head)) || refusal.test(head)))) return null
  if (goesOn.test(head)) return null
  if (delay.test(head) && !givenUp.test(head)) return null
  const diagnostic = diagnosticIn(aboutRecipient(words, sentTo))
  const said = refusalIn(diagnostic)
  const code = said.enhanced ?? said.code?.toString() ?? '5.0.0'
  if (code.startsWith('2')) return null
  return {
    kind: kindOf(refusalClass(said)),
    code,
    recipient: addressIn(mail.failedRecipients),
  }
}

/** For a status that says nothing in words. */
export const transcriptIn = (text: string): string => diagnosticIn(reportWords(text))
