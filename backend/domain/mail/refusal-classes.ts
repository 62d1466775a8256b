import {
  judgesUs,
  plainWords,
  refusesMail,
  saysForNow,
  saysGone,
  saysNoMailbox,
  saysRecipientIsBusy,
  saysTooLarge,
  saysTooMuch,
  speaksOfMail,
} from './refusal-words.ts'

/**
 * The meaning of a mail server’s refusal, at any step, at once or in a report. `hard`: the mailbox is gone. `about_us`:
 * our server, sender, sign-in or email; it says nothing about the recipient. `mailbox`: the mailbox has a problem, or
 * nothing else is known; it may accept email later. `relay_limit`: we send too much at a time.
 */
export type RefusalClass = 'hard' | 'about_us' | 'mailbox' | 'relay_limit'

/** `code`: the reply code (RFC 5321). `enhanced`: such as '5.1.1' (RFC 3463). `text`: all words; '' where unknown. */
export type RefusalWords = { code: number | null; enhanced: string | null; text: string }

/** The address, its domain or its mailbox does not exist. 5.1.6: moved; 5.1.10: takes no mail; 5.4.4: no such host. */
const gone = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1', '5.4.4']
/** These codes say too little; the words decide. 5.5.0: Outlook.com’s answer for unknown mailboxes. */
const vague = ['5.0.0', '5.1.0', '5.2.0', '5.3.0', '5.4.0', '5.4.1', '5.4.310', '5.5.0']
/** Answer that Exchange Online passes on from another server; that server’s words follow. */
const passedOn = /^5\.[0-4]\.35\d$/
/**
 * 5.1.7, 5.1.8, 5.2.252: our address; 5.3.4, 5.2.3: size; 5.3.2, 5.3.5: the server itself; 5.5.x: protocol; 5.6.x:
 * content, but 5.6.7: the address, which needs SMTPUTF8; 5.7.x: policy.
 */
const aboutUs = /^[45]\.(?:1\.[78]|2\.3|2\.252|3\.[245]|5\.\d+|6\.(?!7$)\d+|7\.\d+)$/
/** Passwords (RFC 4954), and commands that the server does not accept from us. */
const aboutUsCodes = [454, 500, 501, 502, 503, 504, 521, 523, 530, 534, 535, 538, 541, 555, 571]

/** Postfix and Exchange, when the address itself is refused. */
const namesMailbox = /\brecipient address rejected\b/

function hasNoMailbox(enhanced: string | null, words: string): boolean {
  if (saysForNow.test(words)) return false
  if (enhanced !== null && gone.includes(enhanced))
    return namesMailbox.test(words) || saysGone.test(words) || !(speaksOfMail.test(words) || refusesMail.test(words))
  // Exchange Online, when its directory does not know the recipient.
  if (enhanced === '5.4.1') return /\brecipient address rejected\b/.test(words) || saysGone.test(words)
  if (enhanced === '5.1.0' && /\b(?:address|recipient) rejected\b/.test(words)) return true
  // Answer of some servers for every refusal.
  if (enhanced === '5.7.1') return saysNoMailbox.test(words)
  return (enhanced === null || vague.includes(enhanced) || passedOn.test(enhanced)) && saysGone.test(words)
}

/** Parses an answer as a server gives it, such as 'smtp; 550 5.1.1 <ruth@example.org>: user unknown (#5.1.1)'. */
export function refusalIn(answer: string): RefusalWords {
  const text = answer.slice(0, 2000)
  const reply = /(?<![\w.#-])([245][0-5]\d|571)(?![\w.@])(?:[ -]+#?\(?([245]\.\d{1,3}\.\d{1,3})(?![\d.]))?/.exec(text)
  const elsewhere =
    /#([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text) ?? /(?<![\w.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text)
  return { code: reply ? Number(reply[1]) : null, enhanced: reply?.[2] ?? elsewhere?.[1] ?? null, text }
}

/** Recorded behind codes that alone would be judged otherwise than the words, which may hold an address. */
const [ofUs, ofMailbox] = [' about us', ' about the mailbox']

/** Record of a refusal: its codes, and where these do not tell, what its words are about. */
export function recordedCode(codes: string, verdict: RefusalClass): string {
  const isOurs = verdict === 'about_us' || verdict === 'relay_limit'
  if (isOurs === failedBecauseOfUs(codes)) return codes
  return codes + (isOurs ? ofUs : ofMailbox)
}

/** True when an email that was given up says nothing about its recipient. `code`: as `recordedCode` gives it. */
export function failedBecauseOfUs(code: string): boolean {
  if (code.endsWith(ofUs)) return true
  if (code.endsWith(ofMailbox)) return false
  const refusal = refusalIn(code)
  const verdict = refusalClass(refusal)
  // Given up after days of 'later': the reason is the same as that of a 5xx.
  const isForNow = verdict === 'mailbox' && refusal.enhanced?.startsWith('4.') === true
  return verdict === 'about_us' || verdict === 'relay_limit' || (isForNow && aboutUs.test(refusal.enhanced ?? ''))
}

export function refusalClass({ code, enhanced, text }: RefusalWords): RefusalClass {
  const words = plainWords(text)
  const isForNow = enhanced?.startsWith('4.') || (code !== null && code < 500)
  if (code === 421) return 'relay_limit'
  if (saysRecipientIsBusy.test(words)) return 'mailbox'
  if (saysTooLarge.test(words)) return 'about_us'
  if (saysTooMuch.test(words)) return 'relay_limit'
  if (judgesUs.test(words)) return 'about_us'
  if (!isForNow && hasNoMailbox(enhanced, words)) return 'hard'
  if (enhanced !== null && aboutUs.test(enhanced) && !isForNow) return 'about_us'
  if (code !== null && aboutUsCodes.includes(code)) return 'about_us'
  if (!isForNow && refusesMail.test(words)) return 'about_us'
  return 'mailbox'
}
