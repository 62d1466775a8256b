/** The meaning of a phrase, as the functions that read refusals and returned mail tell it apart. */
export type Meaning =
  /** The mailbox or its owner: a noun. Words about these do not concern us. */
  | 'mailbox'
  /** Behind such a noun: it does not exist. */
  | 'absent'
  /** The same in front of it, as in 'unknown user'. */
  | 'missing'
  /** No person reads email at this address, now or later. */
  | 'gone'
  /** The same in words that say nothing else, even beside a code for policies. */
  | 'noMailbox'
  /** The address may work again. */
  | 'forNow'
  /** The recipient gets too much email, whether from us or from others, or has no room for more. */
  | 'full'
  /** The email is larger than the server accepts. */
  | 'tooLarge'
  /** The server that accepted our connection wants less email. */
  | 'tooMuch'
  /** The server judges us, our server or our email. */
  | 'aboutUs'
  /** The server refuses the email and does not say why. */
  | 'rejected'
  /** The email or the connection. */
  | 'ofMail'
  /** The subject of a report that says that our email was not delivered, and the words with which it begins. */
  | 'failureSubject'
  | 'failure'
  /** The server has not given up, and words that outrank one that has, or that say that it has. */
  | 'delay'
  | 'goesOn'
  | 'givenUp'
  /** The subject of an absence note begins so. */
  | 'absence'

/** Phrases of mail servers and programs in one language, in lower case. Each is a regular expression. */
export type Phrases = { readonly [_ in Meaning]?: readonly string[] }
