import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Allows its holder to choose what this person gets from us. `campaignId`: the email campaign it came with; null: other
 * mail.
 */
export type MailOwner = { subject: string; campaignId: number | null }

export type UnsubscribeTokens = {
  /** Short, without an address, and valid forever, because people unsubscribe from years-old mail. */
  issue(owner: MailOwner): string
  /** Null: forged or for something else. */
  read(token: string): MailOwner | null
}

const macLength = 16
const contentLength = 16 + 4
const shape = /^[\w-]{48}$/

/** `confirm`: the link in the email that asks the recipient to confirm the address. */
type Purpose = 'unsubscribe' | 'confirm'

/**
 * `key`: 32 bytes, derived from the application secret. Nothing is stored. Synchronous, since an email campaign sends
 * millions of emails.
 */
export function createUnsubscribeTokens(key: Uint8Array, purpose: Purpose = 'unsubscribe'): UnsubscribeTokens {
  const macOf = (content: Buffer) =>
    createHmac('sha256', key).update(purpose).update(content).digest().subarray(0, macLength)
  return {
    issue({ subject, campaignId }) {
      const content = Buffer.alloc(contentLength)
      content.write(subject.replaceAll('-', ''), 'hex')
      content.writeUInt32BE(campaignId ?? 0, 16)
      return Buffer.concat([content, macOf(content)]).toString('base64url')
    },
    read(token) {
      if (!shape.test(token)) return null
      const bytes = Buffer.from(token, 'base64url')
      const content = bytes.subarray(0, contentLength)
      if (!timingSafeEqual(bytes.subarray(contentLength), macOf(content))) return null
      const hex = content.toString('hex', 0, 16)
      const subject = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
      return { subject, campaignId: content.readUInt32BE(16) || null }
    },
  }
}
