import { createSignedBytes, uuidAt, uuidBytes } from './signed-bytes.ts'

/** The person who signed up again, and when, in ISO 8601 with milliseconds. */
export type RenewalAsked = { subject: string; askedAt: string }

export type RenewalTokens = {
  /** 51 characters, without an address. The log decides how long it works, and how often. */
  issue(asked: RenewalAsked): string
  /** Null when forged, cut off or for something else. */
  read(token: string): RenewalAsked | null
}

/** `own`: the link to what a person sent in, whose reader decides how long it works. */
type Purpose = 'renew' | 'own'

/** `key`: 32 bytes, the same in every process. */
export function createRenewalTokens(key: Uint8Array, purpose: Purpose = 'renew'): RenewalTokens {
  const signed = createSignedBytes(key, { purpose, contentLength: 22, macLength: 16 })
  return {
    issue({ subject, askedAt }) {
      const end = Buffer.alloc(6)
      end.writeUIntBE(Date.parse(askedAt), 0, 6)
      return signed.sign(Buffer.concat([uuidBytes(subject), end]))
    },
    read(token) {
      const content = signed.read(token)
      return content && { subject: uuidAt(content, 0), askedAt: new Date(content.readUIntBE(16, 6)).toISOString() }
    },
  }
}
