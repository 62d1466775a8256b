import { errors, jwtVerify, SignJWT } from 'jose'
import type { RsvpPlace } from '../../../records/mail.ts'

export type RsvpTokens = {
  /** A signed JWT (HS256) that is valid until `expires`; it works once, since a canceled registration is gone. */
  issue(place: RsvpPlace, expires: Date): Promise<string>
  /** Null: forged, for something else, or expired. */
  read(token: string): Promise<RsvpPlace | null>
}

const audience = 'cancel-rsvp'

/**
 * `key`: 32 bytes, derived from the application secret. Nothing is stored: the log says whether the registration still
 * exists.
 */
export const createRsvpTokens = (key: Uint8Array): RsvpTokens => ({
  issue: ({ campaignEventId, rsvpId }, expires) =>
    new SignJWT({ event: campaignEventId })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setAudience(audience)
      .setSubject(String(rsvpId))
      .setExpirationTime(expires)
      .sign(key),

  async read(token) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        audience,
        requiredClaims: ['sub', 'exp', 'event'],
      })
      const place = { campaignEventId: Number(payload.event), rsvpId: Number(payload.sub) }
      return Object.values(place).every(Number.isSafeInteger) ? place : null
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  },
})
