/** `code` of an error that the site answers with a dialog or a page, instead of showing its sentence. */
export const problemCodes = {
  /** 403: the action requires a proof of the last ten minutes (contract/auth-proof.ts). */
  proofNeeded: 'proof-needed',
  /** 403: the person may not do this, or no longer. */
  rightNeeded: 'right-needed',
  /** 403: administrators need two-step sign-in here, and this one has none. */
  secondFactorNeeded: 'second-factor-needed',
  /** 409: a page that another user opened sends the write. */
  anotherUser: 'another-user',
  /** 409: the tables of this moment are gone or not built yet (contract/as-of.ts); asking for it builds them. */
  pastNotReady: 'past-not-ready',
  /** 409: what was asked for is known only as it is now. */
  noPast: 'no-past',
  /** 409: nothing can be changed in the past. */
  pastIsReadOnly: 'past-is-read-only',
} as const
