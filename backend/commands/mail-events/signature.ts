import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Seconds by which the clock of the sender may differ, and within which a message may arrive. */
const replayWindow = 5 * 60

export const signatureHeader = 'x-mail-events-signature'

const isSame = (a: string, b: string) => {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

/** `t=<Unix seconds>,v1=<HMAC-SHA-256 of 't.body' as hex>`: the sender’s header. */
export const signatureOf = (secret: string, seconds: number, body: Buffer): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`

/**
 * Signed over the raw body, a few minutes old at most; or, since Amazon SNS and Postmark cannot sign like that, with the
 * secret as the password of HTTP Basic authentication, which both send over TLS. `now`: Unix milliseconds.
 */
export function isAuthentic(secret: string, headers: IncomingHttpHeaders, body: Buffer, now: number): boolean {
  const signature = headers[signatureHeader]
  if (typeof signature === 'string') {
    const seconds = Number(/^t=(\d{1,12}),v1=[\da-f]{64}$/.exec(signature)?.[1] ?? Number.NaN)
    return Math.abs(now / 1000 - seconds) <= replayWindow && isSame(signature, signatureOf(secret, seconds, body))
  }
  const credentials = /^Basic ([\w+/]+=*)$/i.exec(headers.authorization ?? '')?.[1]
  if (credentials === undefined) return false
  const [, ...password] = Buffer.from(credentials, 'base64').toString('utf8').split(':')
  return isSame(password.join(':'), secret)
}
