import { createHmac, timingSafeEqual } from 'node:crypto'

export type SignedBytes = {
  /** In base64url. */
  sign(content: Buffer): string
  /** The content; null when forged, cut off or made for something else. */
  read(token: string): Buffer | null
}

/** Tokens that only this key signs, for one purpose. All numbers are bytes; nothing is stored. */
export function createSignedBytes(
  key: Uint8Array,
  { purpose, contentLength, macLength }: { purpose: string; contentLength: number; macLength: number },
): SignedBytes {
  const macOf = (content: Buffer) =>
    createHmac('sha256', key).update(purpose).update(content).digest().subarray(0, macLength)
  return {
    sign: (content) => Buffer.concat([content, macOf(content)]).toString('base64url'),
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      // Decoding ignores characters outside base64url, but a token has only one spelling.
      if (bytes.length !== contentLength + macLength || bytes.toString('base64url') !== token) return null
      const content = bytes.subarray(0, contentLength)
      return timingSafeEqual(bytes.subarray(contentLength), macOf(content)) ? content : null
    },
  }
}

export const uuidBytes = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')

export const uuidAt = (bytes: Buffer, start: number) =>
  bytes.toString('hex', start, start + 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
