import type { MailedTo } from '../../../records/mail.ts'
import { createSignedBytes, uuidAt, uuidBytes } from './signed-bytes.ts'

/**
 * Allows its holder to choose what this person gets from us. `campaignId`: the email campaign it came with; null: other
 * mail.
 */

export type UnsubscribeTokens = {
  /** Short, without an address, and valid forever, because people unsubscribe from years-old mail. */
  issue(owner: MailedTo): string
  /** Null: forged or for something else. */
  read(token: string): MailedTo | null
}

/** `confirm`: the link in the email that asks the recipient to confirm the address. */
type Purpose = 'unsubscribe' | 'confirm'

/**
 * `key`: 32 bytes, derived from the application secret. Synchronous, since an email campaign sends
 * millions of emails.
 */
export function createUnsubscribeTokens(key: Uint8Array, purpose: Purpose = 'unsubscribe'): UnsubscribeTokens {
  const signed = createSignedBytes(key, { purpose, contentLength: 20, macLength: 16 })
  return {
    issue({ subject, campaignId }) {
      const end = Buffer.alloc(4)
      end.writeUInt32BE(campaignId ?? 0)
      return signed.sign(Buffer.concat([uuidBytes(subject), end]))
    },
    read(token) {
      const content = signed.read(token)
      return content && { subject: uuidAt(content, 0), campaignId: content.readUInt32BE(16) || null }
    },
  }
}
