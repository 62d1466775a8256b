/** One message to one person; `text` and `html` say the same. */
export type Mail = { to: string; subject: string; text: string; html: string }

/** How mail leaves the house: smtp.ts, or outbox.ts in development. */
export interface Mailer {
  /** Resolves once the next server (or the disk) has taken the message; rejects when it did not. */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}
