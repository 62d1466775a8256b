import type { RecipientOutcome } from '../domain/email-campaign-events.ts'

/** The mailbox does not exist (RFC 3463, X.1.x); a refusal of our content or of us says nothing about the mailbox. */
const isGone = (code: string) => /^5\d\d 5\.1\.([1236]|10)$/.test(code) || /^55[013]$/.test(code)

/** Refusals after which nobody should mail this address again. */
export const hardBounces = (outcomes: readonly RecipientOutcome[]): (RecipientOutcome & { code: string })[] =>
  outcomes.flatMap(({ code, ...outcome }) =>
    outcome.status === 'failed' && code !== null && isGone(code) ? [{ ...outcome, code }] : [],
  )
