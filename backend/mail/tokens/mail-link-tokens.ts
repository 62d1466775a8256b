import { createHmac, timingSafeEqual } from 'node:crypto'

/** A link in the email of one person; `link`: its number in the email, from 1. */
export type MailLink = { campaignId: number; subject: string; link: number }
/** The click that brought a browser to the site; `at`: seconds since 1970. */
export type ClickOrigin = { campaignId: number; subject: string; clickId: string; at: number }

export type MailLinkTokens = {
  /** 46 characters. Does not expire: people open old mail. */
  issue(link: MailLink): string
  /** Null when forged or cut off. */
  read(token: string): MailLink | null
  /** For a cookie. */
  issueOrigin(origin: ClickOrigin): string
  readOrigin(token: string): ClickOrigin | null
}

const signatureLength = 12 // bytes

const uuidBytes = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const uuidOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** `key`: 32 bytes, the same in every process. Nothing is stored, and no address is in a token. */
export function createMailLinkTokens(key: Uint8Array): MailLinkTokens {
  const signatureOf = (purpose: string, bytes: Buffer) =>
    createHmac('sha256', key).update(purpose).update(bytes).digest().subarray(0, signatureLength)

  const sign = (purpose: string, bytes: Buffer) =>
    Buffer.concat([bytes, signatureOf(purpose, bytes)]).toString('base64url')

  function verified(purpose: string, token: string, length: number): Buffer | null {
    const signed = Buffer.from(token, 'base64url')
    // Decoding ignores characters outside base64url, but a token has only one spelling.
    if (signed.length !== length + signatureLength || signed.toString('base64url') !== token) return null
    const bytes = signed.subarray(0, length)
    return timingSafeEqual(signed.subarray(length), signatureOf(purpose, bytes)) ? bytes : null
  }

  return {
    issue({ campaignId, subject, link }) {
      const bytes = Buffer.alloc(22)
      bytes.writeUInt32BE(campaignId)
      bytes.writeUInt16BE(link, 4)
      uuidBytes(subject).copy(bytes, 6)
      return sign('link', bytes)
    },
    read(token) {
      const bytes = verified('link', token, 22)
      return (
        bytes && { campaignId: bytes.readUInt32BE(), link: bytes.readUInt16BE(4), subject: uuidOf(bytes.subarray(6)) }
      )
    },
    issueOrigin({ campaignId, subject, clickId, at }) {
      const bytes = Buffer.alloc(40)
      bytes.writeUInt32BE(campaignId)
      bytes.writeUInt32BE(at, 4)
      uuidBytes(subject).copy(bytes, 8)
      uuidBytes(clickId).copy(bytes, 24)
      return sign('origin', bytes)
    },
    readOrigin(token) {
      const bytes = verified('origin', token, 40)
      return (
        bytes && {
          campaignId: bytes.readUInt32BE(),
          at: bytes.readUInt32BE(4),
          subject: uuidOf(bytes.subarray(8, 24)),
          clickId: uuidOf(bytes.subarray(24)),
        }
      )
    },
  }
}
