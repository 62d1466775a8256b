import { plainWords } from '../domain/mail/refusal-words.ts'

const goesOn = 'sending goes on by itself.'

/** Sentences for admins about problems on our side. */
export const ourFaults = {
  away: 'The mail server cannot be reached. Sending goes on by itself as soon as it answers.',
  password: `The mail server does not accept our user name and password. Check SMTP_URL; ${goesOn}`,
  encryption: `The mail server offers no safe connection (TLS). Check SMTP_URL; ${goesOn}`,
  certificate:
    'The mail server has a certificate that cannot be checked. `npm run admin -- test-mail` says why; restart after the change.',
  relay: `The mail server does not pass on mail from us. Let the user of SMTP_URL, or this machine, relay there; ${goesOn}`,
  domain: `The mail server does not find the domain of our sender address. Check MAIL_FROM, BOUNCES_ADDRESS and their DNS; ${goesOn}`,
  signIn: `The mail server wants a user name and a password. Put them into SMTP_URL; ${goesOn}`,
  sender: `The mail server does not accept our sender address. Let the user of SMTP_URL send as MAIL_FROM and BOUNCES_ADDRESS there; ${goesOn}`,
  account: `The mail server has stopped or limited our account there. Ask its provider why; ${goesOn}`,
  client: `The mail server refuses this machine. Let its address in there; ${goesOn}`,
  size: 'This mail is larger than the mail server takes. Raise its limit, and sending goes on by itself; or cancel, and shorten the mail.',
} as const

/** The first match counts; more than one server uses these words of Postfix, Exim and Exchange. */
const causes: readonly (readonly [fault: keyof typeof ourFaults, words: RegExp])[] = [
  [
    'relay',
    /\brelay(?:ing)? (?:access )?(?:denied|not permitted|prohibited)|not (?:permitted|allowed) to relay|unable to relay/,
  ],
  [
    'domain',
    /\bsender address rejected: domain not found|[45]\.1\.8\b|\bsender.{0,40} domain .{0,20}(?:not found|not exist|unknown)/,
  ],
  ['encryption', /\bmust issue a starttls\b|\b(?:starttls|tls|encryption|ssl) (?:is )?(?:required|needed)|^523\b/],
  [
    'signIn',
    /\bauthentication (?:is )?(?:required|needed)|\bmust (?:be authenticated|authenticate|log ?in)|\b(?:authenticate|log ?in) first\b|\bunauthenticated senders?\b|^530\b/,
  ],
  ['password', /^53[458]\b|^454\b/],
  [
    'sender',
    /\bnot owned by\b|[45]\.1\.7\b|\bsend ?as\b|\bsender (?:address )?(?:was )?(?:rejected|refused|denied|not (?:allowed|authorized))/,
  ],
  [
    'sender',
    /\bnot allowed to send as\b|\baddress is not verified\b|\bnot match a verified sender\b|\brelaying disallowed as\b|\bnot authori[sz]ed to (?:send|perform)\b|\bnot a sender signature\b|\bfrom (?:header |address )+(?:is )?not (?:verified|allowed|authori[sz]ed)\b|\b(?:use|from) this sender\b|\bsending from (?:the |this )?domain\b.{0,20}\bnot (?:allowed|verified|permitted)\b/,
  ],
  [
    'account',
    /\bsending (?:is )?(?:suspended|paused|disabled)\b|\baccount sending\b|\byour (?:smtp |sending |mail )?(?:account|plan)\b|\binsufficient credits?\b|\bnot allow(?:ed to send| sending)\b|\bsending activity\b|\bactivated? (?:for sending|your account)\b/,
  ],
  ['client', /\bclient host (?:rejected|refused)|\bhelo command rejected/],
]

/** The problem that would affect all of our email; null: these words may be about one email or one recipient. */
export function ourFault(text: string): string | null {
  const words = plainWords(text)
  const cause = causes.find(([, pattern]) => pattern.test(words))
  return cause ? ourFaults[cause[0]] : null
}

/** `code`: such as '554 5.7.1'. */
export const refusesOurMail = (code: string): string =>
  `The mail server refuses our mail, and says nothing against its recipients (${code}). Look at the log of that server; ${goesOn}`

/** Follows 'Waits until 2:05 PM because'. */
export const ourLimit = (code: string): string => `the mail server takes no more mail from us for now (${code}).`
