import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds for which a code is valid. */
const period = 30
const digits = 6
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The time step of a point in time: RFC 6238, section 4.2. `now` in milliseconds since 1970. */
export const stepAt = (now: number): number => Math.floor(now / 1000 / period)

/** The code of one time step, six digits: RFC 4226, section 5.3, with SHA-1, which is what authenticator apps expect. */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * The time step of a code, allowing one step before and after the current one for clock differences; null: no match.
 */
export function stepOf(secret: Uint8Array, code: string, now: number): number | null {
  const given = Buffer.from(code)
  if (given.length !== digits) return null
  const present = stepAt(now)
  const steps = [present, present - 1, present + 1]
  return steps.find((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), given)) ?? null
}

/** Base32 without padding (RFC 4648, section 6), as people type it into an app. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('')
}

/**
 * The URI that authenticator apps read from a QR code:
 * https://github.com/google/google-authenticator/wiki/Key-Uri-Format.
 */
export function otpauthUri({ secret, issuer, account }: { secret: string; issuer: string; account: string }): string {
  const [name, label] = [issuer.replaceAll(':', ' '), account].map(encodeURIComponent)
  return `otpauth://totp/${name}:${label}?secret=${secret}&issuer=${name}&algorithm=SHA1&digits=${digits}&period=${period}`
}
