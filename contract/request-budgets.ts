/** How many requests, and in how many seconds after the first. */
export type Budget = { limit: number; seconds: number }
type LayeredBudget = Budget & { isPerAddress: boolean }

/** Counted before the body is read, whatever the result: photos, posts, and sign-ins across all accounts. */
export const addressBudgets = {
  'sign-in': { limit: 100, seconds: 15 * 60 },
  // Every sign-in page asks for a challenge, so that the browser can offer passkeys; many people at a rally share one
  // IP address.
  passkey: { limit: 600, seconds: 15 * 60 },
  photo: { limit: 30, seconds: 10 * 60 },
  forum: { limit: 30, seconds: 10 * 60 },
  'mail-consent': { limit: 60, seconds: 10 * 60 },
} satisfies { [kind: string]: Budget }

/**
 * Counted by the route itself, since the address is in the body. An inbox has any number of addresses: 'ruth+1@', 'ruth+2@'.
 * Each network has a budget of its own per inbox, so that a stranger who requests mail to it does not lock its owner out; a
 * larger one caps the inbox.
 */
export const inboxBudgets = {
  'magic-link': [
    { limit: 3, seconds: 60 * 60, isPerAddress: true },
    { limit: 12, seconds: 60 * 60, isPerAddress: false },
  ],
  // A visitor can register any address; each registration sends a mail to it.
  'rsvp-mail': [{ limit: 10, seconds: 24 * 60 * 60, isPerAddress: false }],
} satisfies { [kind: string]: LayeredBudget[] }

/** Counted by the route itself, since the account is in the body. */
export const accountBudgets = {
  'sign-in': [{ limit: 10, seconds: 15 * 60, isPerAddress: true }],
  // An attacker who uses these up leaves the person the link in the same mail.
  'magic-link-code': [{ limit: 10, seconds: 24 * 60 * 60, isPerAddress: false }],
  // A few bad posts in an evening, not every post of a person one dislikes.
  'forum-report': [{ limit: 10, seconds: 60 * 60, isPerAddress: false }],
  // Only a person who knows the password gets this far, so a stranger cannot lock others out; guesses may come from anywhere.
  'second-factor': [{ limit: 10, seconds: 15 * 60, isPerAddress: false }],
} satisfies { [kind: string]: LayeredBudget[] }

export type AddressBudget = keyof typeof addressBudgets
export type AccountBudget = keyof typeof accountBudgets
export type InboxBudget = keyof typeof inboxBudgets
