import { plainHeading } from '../../../records/kept-columns.ts'

const yes = ['yes', 'y', 'true', '1', 'x', 't', 'on', 'checked', '\u2611', '\u2713', '\u2714', '\u2705']
const no = [
  'no',
  'n',
  'false',
  '0',
  'f',
  'off',
  'unchecked',
  'never',
  'none',
  'declined',
  '\u2610',
  '\u2717',
  '\u2718',
  '\u274c',
]
const isYes = (text: string) => yes.includes(text)
const isNo = (text: string) => no.includes(text)

/** 'No, thanks' and 'Yes, please' to a question. */
const refuses = (text: string) =>
  isNo(text) ||
  /^(?:no|nope|not|never|(?:please |i )?(?:do not|don['\u2019]?t|would rather not|disagree|object|decline|refuse)|rather not|stop|remove|take me off)\b(?! longer)/.test(
    text,
  ) ||
  /^(?:consent )?(?:declined|denied|refused|rejected|withheld)\b/.test(text)
/** In a column of states, where 'No show' is none. */
const statusOfNo = /^(?:no|none|never|declined|denied|refused|rejected|not interested)$/
const agrees = (text: string) =>
  isYes(text) ||
  /^(?:yes|yeah|sure|ok|okay|please|agreed?|accept(?:ed)?|granted|given|i (?:agree|consent|accept|would|want|wish))\b/.test(
    text,
  )

/** A yes in such a column is a yes to email. */
const asksYes = (plain: string) =>
  /optin|subscribed?|subscription$|consent|^accepts|^allows?|allowed$|agree|send(?:me|us)|newsletter|mailinglist|emaillist|emailupdates|byemail|receive(?:e?mail|update|news)|email(?:you|me)|signmeup|(?:keep|stay)intouch|keepmeupdated|^(?:can|okto|may|wants?|receives?)|optedin|marketing$|permission$/.test(
    plain,
  ) && !/unsub|optout|optedout/.test(plain)

const noWords =
  /^(?:unsub|non-?subscribed|(?:not|never) (?:subscribed|opted)|no longer|blocklist|blacklist|clean|complain|disabled|spam|opted ?-?out|opt-? ?out|do not|don['\u2019]t|bounc|(?:hard|soft) ?bounc|removed|suppress|invalid|undeliverable|revoked|withdrawn)/
/** Statement of a status about a person anywhere in its words: 'Globally unsubscribed', 'Reported as spam', 'On hold by bounce'. */
const noWordsAnywhere =
  /\b(?:unsub(?:bed|scribed?|scribes)?|opt(?:ed)?[ -]?out|spam|complain(?:t|ed|er)s?|bounc(?:e|ed|es|ing)|suppress(?:ed|ion)|black ?listed|block ?listed|blocked|banned|excluded|quarantined|undeliver(?:ed|able)|unreachable|unmailable|(?:bad|invalid|wrong) (?:e-?mail|address)|do not (?:e-?mail|mail|contact|send)|not interested|non-?subscriber|former subscriber|deceased|deleted)\b/
/** A person who agrees is told so: 'I can unsubscribe at any time'. */
const mayLater =
  /\b(?:can|may|could|free to|able to|option to|right to|link to|to)\b[^.;]*\b(?:unsubscribe|opt[ -]?out)\b[^.;]*/g

const yesWords =
  /^(?:active|subscribed|enabled|confirmed|opted ?-?in|opt-? ?in|single opt|double opt|express|implied|valid|resubscribed)/

const unconfirmedAnywhere = /\b(?:pending|unconfirmed|not (?:yet )?confirmed|awaiting|on hold|held)\b/

/** Characters of a cell that can hold the answer. */
const longestAnswer = 300

/** `unconfirmed`: they have not agreed to mail, or not yet. */
export type WrittenConsent = 'no' | 'unconfirmed' | 'yes'

/** Why a list of people who want no mail has a person. */
export type WrittenReason = 'complained' | 'unsubscribed' | 'bounced'

const complaintWords =
  /^(?:complain|abuse|spam ?(?:report|complaint)?s?\b|marked as spam|junk|feedback loop|fbl)|spam ?complaint|flagged ?as ?spam|emails are spam/
const unsubscribeWords = /^(?:unsub|opted ?out|opt ?out|manual ?suppression|(?:global|link|list) unsub)/
/** Strict, since a person who unsubscribed may write any reason. */
const bounceWords =
  /^(?:(?:previous|hard|soft|permanent|block(?:ed)?|email)? ?bounc|cleaned|undeliverable|invalid (?:email|address|recipient|mailbox)|mailbox (?:full|not found|unavailable)|no such (?:user|mailbox)|user unknown|unknown user|permanent$|known bad domain|mail domain .*unknown|[45]\d\d\b|[45]\.\d{1,3}\.\d)/

const saysWhen = (text: string) => /^(?:\d{1,4}[-/. ]\d|1\d{9})/.test(text)

/** Reason in a cell why a person is on such a list; null: nothing. A server's answer to mail, such as '550 5.1.1', is a bounce. */
export function reasonIn(heading: string, cell: string): WrittenReason | null {
  const text = cell.trim().toLowerCase().replace(/[_-]+/g, ' ')
  const plain = plainHeading(heading)
  if (text === '' || isNo(text)) return null
  const isTold = isYes(text) || saysWhen(text)
  if (/bouncereason|bouncetype|bouncecategory/.test(plain)) return 'bounced'
  if (/complain|spam|abuse/.test(plain) && isTold) return 'complained'
  if (/bounce|clean|isbad|invalid|bademail|emailbad/.test(plain) && isTold) return 'bounced'
  if (complaintWords.test(text)) return 'complained'
  if (unsubscribeWords.test(text)) return 'unsubscribed'
  return bounceWords.test(text) ? 'bounced' : null
}

/** Statement of a cell of a column about consent on mail to this person; null: nothing. */
export function consentIn(heading: string, cell: string): WrittenConsent | null {
  const text = cell.trim().toLowerCase().replaceAll('_', ' ')
  const plain = plainHeading(heading)
  if (noWords.test(text)) return 'no'
  if (!agrees(text) && !refuses(text)) {
    const said = text.slice(0, longestAnswer).replace(mayLater, '')
    if (!yesWords.test(text) && noWordsAnywhere.test(said)) return 'no'
    if (unconfirmedAnywhere.test(said)) return 'unconfirmed'
  }
  if (
    /^(?:unconfirmed|not (?:yet )?confirmed|pending|awaiting|transactional|archived|inactive|cancell?ed|temporary hold|no permission|not set|non-?marketing)/.test(
      text,
    )
  )
    return 'unconfirmed'
  if (yesWords.test(text)) return 'yes'
  if (asksYes(plain)) return refuses(text) ? 'no' : agrees(text) ? 'yes' : null
  if (/status/.test(plain)) return statusOfNo.test(text) ? 'no' : null
  if (isYes(text) || /^\d{1,4}[-/]\d/.test(text)) return 'no'
  return isNo(text) ? 'yes' : null
}
