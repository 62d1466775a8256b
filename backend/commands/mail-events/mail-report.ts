import type { Bounce } from '../../domain/mail/bounces.ts'

/**
 * Report of a program about one mail. `at`: ISO 8601. `recipient`: whose mailbox refused it, if that is
 * said. `sentAt`: when the mail was, where that is known. `isDoubted`: no server vouches for the sender of the report.
 */
export type MailReport = { messageId: string | null; email: string | null; at: string; sentAt?: string } & (
  | ({ type: 'bounce'; recipient?: string | null } & Bounce)
  | { type: 'complaint'; isDoubted?: boolean }
  | { type: 'unsubscribe' }
)

/** `unknown`: the kind of a report that says nothing to us. */
export type Reports = { reports: MailReport[] } | { unknown: string }
