import type { AddressBudget, LayeredBudget } from '../records/http/budgets.ts'

/** Photos, posts, and sign-ins across all accounts. */
export const addressBudgets = {
  signIn: { kind: 'sign-in', limit: 100, seconds: 15 * 60 },
  // Every sign-in page asks for a challenge, so that the browser can offer passkeys; many people at a rally share one
  // IP address.
  passkey: { kind: 'passkey', limit: 600, seconds: 15 * 60 },
  photo: { kind: 'photo', limit: 30, seconds: 10 * 60 },
  forum: { kind: 'forum', limit: 30, seconds: 10 * 60 },
  mailConsent: { kind: 'mail-consent', limit: 60, seconds: 10 * 60 },
} satisfies { [name: string]: AddressBudget }

/**
 * Of inboxes. An inbox has any number of addresses: 'ruth+1@', 'ruth+2@'. Each network has a budget of its own per inbox,
 * so that a stranger who requests mail to it does not lock its owner out; a larger one caps the inbox.
 */
export const inboxBudgets = {
  magicLink: {
    kind: 'magic-link',
    layers: [
      { limit: 3, seconds: 60 * 60, isPerAddress: true },
      { limit: 12, seconds: 60 * 60, isPerAddress: false },
    ],
  },
  // A visitor can register any address; each registration sends a mail to it.
  rsvpMail: { kind: 'rsvp-mail', layers: [{ limit: 10, seconds: 24 * 60 * 60, isPerAddress: false }] },
} satisfies { [name: string]: LayeredBudget }

export const accountBudgets = {
  signIn: { kind: 'sign-in', layers: [{ limit: 10, seconds: 15 * 60, isPerAddress: true }] },
  // An attacker who uses these up leaves the person the link in the same mail.
  magicLinkCode: { kind: 'magic-link-code', layers: [{ limit: 10, seconds: 24 * 60 * 60, isPerAddress: false }] },
  // A few bad posts in an evening, not every post of a person one dislikes.
  forumReport: { kind: 'forum-report', layers: [{ limit: 10, seconds: 60 * 60, isPerAddress: false }] },
  // Only a person who knows the password gets this far, so a stranger cannot lock others out; guesses may come from anywhere.
  secondFactor: { kind: 'second-factor', layers: [{ limit: 10, seconds: 15 * 60, isPerAddress: false }] },
} satisfies { [name: string]: LayeredBudget }
