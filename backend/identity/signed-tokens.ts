import { errors, jwtVerify, SignJWT } from 'jose'

/**
 * `first-admin`: for its holder, while there is no admin. `admin-invitation`: for one address. `magic-link`: signs its
 * address in; so does `magic-link-code`, along with the code from the same email. `email-change`: gives its account
 * another address.
 */
export type Purpose = 'first-admin' | 'admin-invitation' | 'magic-link' | 'magic-link-code' | 'email-change'

export type Opened = { id: string; email: string | null; invitation: string | null }

/** JSON Web Tokens (HS256) under a key of 32 bytes. */
export function createSignedTokens(key: Uint8Array) {
  return {
    /** The contents of the token; null when we did not sign it for this purpose, or it had expired at this time. */
    async open(token: string, purpose: Purpose, currentDate = new Date()): Promise<Opened | null> {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          audience: purpose,
          requiredClaims: ['jti', 'exp'],
          currentDate,
        })
        const { jti: id, email, invitation } = payload
        if (id === undefined) return null
        return {
          id,
          email: typeof email === 'string' ? email : null,
          invitation: typeof invitation === 'string' ? invitation : null,
        }
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },

    /** `issuedAt`: seconds since 1970. */
    sign: (
      { id, email, invitation }: { id: string; email?: string | undefined; invitation?: string | undefined },
      { purpose, issuedAt, seconds }: { purpose: Purpose; issuedAt: number; seconds: number },
    ): Promise<string> =>
      new SignJWT({ ...(email !== undefined && { email }), ...(invitation !== undefined && { invitation }) })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setJti(id)
        .setAudience(purpose)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .sign(key),
  }
}
