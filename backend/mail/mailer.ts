export type Attachment = { filename: string; contentType: string; content: string }

/** One message to one person; `text` and `html` say the same. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  attachments?: Attachment[]
  /** With the brackets; the same when the same message is sent again. Left out: made up by whoever sends. */
  messageId?: string
}

/** How mail leaves the house: smtp.ts, or outbox.ts in development. */
export interface Mailer {
  /** Resolves once the next server (or the disk) has taken the message; rejects when it did not. */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

/** A sender as mails write it (RFC 5322, 3.4): the name in quotes, so that no sign in it can become an address. */
export const mailbox = (name: string, address: string): string => `"${name.replace(/["\\\r\n]/g, '')}" <${address}>`
