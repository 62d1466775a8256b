import type { ClickOrigin } from '../../../records/mail.ts'
import { createSignedBytes, uuidAt, uuidBytes } from './signed-bytes.ts'

/** A link in the email of one person; `link`: its number in the email, from 1. */
export type MailLink = { campaignId: number; subject: string; link: number }

export type MailLinkTokens = {
  /** 46 characters. Does not expire: people open old mail. */
  issue(link: MailLink): string
  /** Null when forged or cut off. */
  read(token: string): MailLink | null
  /** For a cookie. */
  issueOrigin(origin: ClickOrigin): string
  readOrigin(token: string): ClickOrigin | null
}

/** `key`: 32 bytes, the same in every process. No address is in a token. */
export function createMailLinkTokens(key: Uint8Array): MailLinkTokens {
  const links = createSignedBytes(key, { purpose: 'link', contentLength: 22, macLength: 12 })
  const origins = createSignedBytes(key, { purpose: 'origin', contentLength: 40, macLength: 12 })
  return {
    issue({ campaignId, subject, link }) {
      const start = Buffer.alloc(6)
      start.writeUInt32BE(campaignId)
      start.writeUInt16BE(link, 4)
      return links.sign(Buffer.concat([start, uuidBytes(subject)]))
    },
    read(token) {
      const bytes = links.read(token)
      return bytes && { campaignId: bytes.readUInt32BE(), link: bytes.readUInt16BE(4), subject: uuidAt(bytes, 6) }
    },
    issueOrigin({ campaignId, subject, clickId, at }) {
      const start = Buffer.alloc(8)
      start.writeUInt32BE(campaignId)
      start.writeUInt32BE(at, 4)
      return origins.sign(Buffer.concat([start, uuidBytes(subject), uuidBytes(clickId)]))
    },
    readOrigin(token) {
      const bytes = origins.read(token)
      return (
        bytes && {
          campaignId: bytes.readUInt32BE(),
          at: bytes.readUInt32BE(4),
          subject: uuidAt(bytes, 8),
          clickId: uuidAt(bytes, 24),
        }
      )
    },
  }
}
