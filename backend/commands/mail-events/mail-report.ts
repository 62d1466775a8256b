import type { Bounce } from '../../domain/bounces.ts'

/** What a program reports about one mail. `at`: ISO 8601. `recipient`: whose mailbox refused it, if that is said. */
export type MailReport = { messageId: string | null; email: string | null; at: string } & (
  | ({ type: 'bounce'; recipient?: string | null } & Bounce)
  | { type: 'complaint' }
  | { type: 'unsubscribe' }
)

/** `unknown`: the kind of a report that says nothing to us. */
export type Reports = { reports: MailReport[] } | { unknown: string }
