import { createHmac } from 'node:crypto'
import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'

export type ProviderName = 'google' | 'facebook'

/** The endpoints of a provider; all configurable, so that tests run against a local one. */
export type ProviderSettings = {
  clientId: string
  clientSecret: string
  authorizeUrl: string
  tokenUrl: string
}
export type GoogleSettings = ProviderSettings & {
  /** The `iss` of its ID tokens. */
  issuer: string
  keysUrl: string
}
export type FacebookSettings = ProviderSettings & { profileUrl: string }

/** A person as known to the provider. */
export type ProvidedPerson = {
  /** The provider’s id for the person: it stays when the address changes, and is never reused. */
  subject: string
  email: string | null
  /** True when the provider has verified the address. */
  isEmailVerified: boolean
  firstName: string
  lastName: string
}

/** The answer of the provider is not valid: forged, for another site or attempt, expired, or incomplete. */
export class ProviderRejected extends Error {
  override readonly name = 'ProviderRejected'
}

/** Timeout for a provider, in milliseconds. */
export const providerTimeout = 5000

const text = z.string().max(255)
const nameOf = (value: string | undefined) => (value?.isWellFormed() ? [...value].slice(0, 100).join('').trim() : '')
const addressOf = (value: string | undefined) =>
  z.email({ pattern: z.regexes.html5Email }).max(255).safeParse(value?.trim()).data ?? null

const googleClaims = z.object({
  sub: text.min(1),
  nonce: z.string(),
  email: z.string().optional(),
  // A boolean in the standard; some providers send text, which does not count as verified here.
  email_verified: z.literal(true).optional().catch(undefined),
  given_name: z.string().optional().catch(undefined),
  family_name: z.string().optional().catch(undefined),
})

/** Reads Google's ID tokens: signature, issuer, audience, nonce, expiry (OpenID Connect Core 1.0, 3.1.3.7). */
export function createGoogleReader({ issuer, keysUrl, clientId }: GoogleSettings) {
  let keys: JWTVerifyGetKey | undefined
  // Google’s tokens name the issuer with or without the scheme.
  const issuers = [issuer, issuer.replace(/^https:\/\//, '')]

  return async (idToken: string | undefined, nonce: string): Promise<ProvidedPerson> => {
    if (idToken === undefined) throw new ProviderRejected('The provider sent no ID token.')
    keys ??= createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: providerTimeout })
    try {
      const { payload } = await jwtVerify(idToken, keys, {
        issuer: issuers,
        audience: clientId,
        algorithms: ['RS256', 'ES256'],
        requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
        maxTokenAge: '10 minutes',
        clockTolerance: 30,
      })
      const claims = googleClaims.parse(payload)
      if (claims.nonce !== nonce) throw new Error('The nonce belongs to another sign-in.')
      if (payload.azp !== undefined && payload.azp !== clientId)
        throw new Error('The token was issued for another site.')
      const email = addressOf(claims.email)
      return {
        subject: claims.sub,
        email,
        isEmailVerified: email !== null && claims.email_verified === true,
        firstName: nameOf(claims.given_name),
        lastName: nameOf(claims.family_name),
      }
    } catch (error) {
      throw new ProviderRejected('The ID token is not valid.', { cause: error })
    }
  }
}

const facebookProfile = z.object({
  id: text.min(1),
  email: z.string().optional(),
  first_name: z.string().optional().catch(undefined),
  last_name: z.string().optional().catch(undefined),
})

/** Asks Facebook whose access token this is. Facebook does not say whether an address is verified, so none is. */
export function createFacebookReader({ profileUrl, clientSecret }: FacebookSettings) {
  return async (accessToken: string): Promise<ProvidedPerson> => {
    const url = new URL(profileUrl)
    url.searchParams.set('fields', 'id,email,first_name,last_name')
    // Only a server with our secret can use a token that was issued to us.
    url.searchParams.set('appsecret_proof', createHmac('sha256', clientSecret).update(accessToken).digest('hex'))
    try {
      const answer = await fetch(url, {
        headers: { authorization: `Bearer ${accessToken}` },
        redirect: 'error',
        signal: AbortSignal.timeout(providerTimeout),
      })
      if (!answer.ok) throw new Error(`The profile request failed with status ${answer.status}.`)
      const profile = facebookProfile.parse(await answer.json())
      return {
        subject: profile.id,
        email: addressOf(profile.email),
        isEmailVerified: false,
        firstName: nameOf(profile.first_name),
        lastName: nameOf(profile.last_name),
      }
    } catch (error) {
      throw new ProviderRejected('The profile could not be read.', { cause: error })
    }
  }
}
