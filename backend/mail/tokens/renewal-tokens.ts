import { createHmac, timingSafeEqual } from 'node:crypto'

/** The person who signed up again, and when, in ISO 8601 with milliseconds. */
export type RenewalAsked = { subject: string; askedAt: string }

export type RenewalTokens = {
  /** 51 characters, without an address. The log decides how long it works, and how often. */
  issue(asked: RenewalAsked): string
  /** Null when forged, cut off or for something else. */
  read(token: string): RenewalAsked | null
}

const macLength = 16 // bytes
const contentLength = 16 + 6 // bytes

/** `key`: 32 bytes, the same in every process. Nothing is stored. */
export function createRenewalTokens(key: Uint8Array): RenewalTokens {
  const macOf = (content: Buffer) =>
    createHmac('sha256', key).update('renew').update(content).digest().subarray(0, macLength)
  return {
    issue({ subject, askedAt }) {
      const content = Buffer.alloc(contentLength)
      content.write(subject.replaceAll('-', ''), 'hex')
      content.writeUIntBE(Date.parse(askedAt), 16, 6)
      return Buffer.concat([content, macOf(content)]).toString('base64url')
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      // Decoding ignores characters outside base64url, but a token has only one spelling.
      if (bytes.length !== contentLength + macLength || bytes.toString('base64url') !== token) return null
      const content = bytes.subarray(0, contentLength)
      if (!timingSafeEqual(bytes.subarray(contentLength), macOf(content))) return null
      const at = content.readUIntBE(16, 6)
      const subject = content.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
      return { subject, askedAt: new Date(at).toISOString() }
    },
  }
}
