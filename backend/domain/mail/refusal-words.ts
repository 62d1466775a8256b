import { anyOf, saying } from './phrases/index.ts'

/**
 * The words without text that strangers choose: addresses, links, hosts and numbers of networks may hold any word.
 * Underscores and line ends are spaces, so that 'user_unknown' reads as two words. A server says enough in its first
 * 2,000 characters.
 */
export const plainWords = (text: string): string =>
  text
    .slice(0, 2000)
    .normalize('NFC')
    .toLowerCase()
    // Exchange writes it like a host: 'Exception:SendAsDeniedException.Mapi…'.
    .replace(/\S*sendasdenied\S*/g, 'send as denied')
    .replace(/https?:\S*|www\.\S*|\S*@(?:[^\s:.]|\.(?!\.))*|\[[^\]\s]*\]|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/g, ' ')
    .replace(/[’‘]/g, "'")
    .replace(/[\s_"<>()]+/g, ' ')

const mailbox = `(?:${anyOf('mailbox')})`
/** The same, or its domain. */
const theirs = `(?:${mailbox}|domain|host)`

/** No person reads email at this address, now or later. */
export const saysGone = new RegExp(
  [
    `\\b${theirs}(?: that you tried to reach| you (?:are|were) trying to (?:reach|contact)| you entered| email| entered| specified| given| name| or domain| [\\w-]+)? ?[:,-]? ?(?:${anyOf('absent')})`,
    // At most three words between, such as 'unknown or illegal alias'.
    `\\b(?:${anyOf('missing')})(?: [\\w-]+){0,3}?[ -]${theirs}\\b`,
    `\\bno(?:t a)? (?:valid |known |such |active )?${theirs}(?: here| there| exists?| found| known| available| by| of| with| at| in|$)`,
    `\\bnot an? (?:valid|known|active|local|existing) ${mailbox}\\b`,
    anyOf('gone'),
  ].join('|'),
)
/** In words that say nothing else, even beside a code for policies. */
export const saysNoMailbox = saying('noMailbox')
/** These words do not mean that the mailbox is gone for good. */
export const saysForNow = saying('forNow')
export const saysRecipientIsBusy = saying('full')
export const saysTooLarge = saying('tooLarge')
export const saysTooMuch = saying('tooMuch')
/** These words outrank the codes for a missing mailbox. */
export const judgesUs = saying('aboutUs')
/** They say nothing against the mailbox. */
export const refusesMail = saying('rejected')
/**
 * Beside a code for a missing mailbox, these words show that the server uses the code for other reasons too, unless they
 * also say that the mailbox is missing.
 */
export const speaksOfMail = saying('ofMail')
