import { createHmac } from 'node:crypto'
import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'

export type ProviderName = 'google' | 'facebook'

/** Where a provider is reached; all of it can be set, so that tests run against one of their own. */
export type ProviderSettings = {
  clientId: string
  clientSecret: string
  authorizeUrl: string
  tokenUrl: string
}
export type GoogleSettings = ProviderSettings & {
  /** As `iss` of its ID tokens says it. */
  issuer: string
  keysUrl: string
}
export type FacebookSettings = ProviderSettings & { profileUrl: string }

/** A person as their provider knows them. */
export type ProvidedPerson = {
  /** The provider's number for them: stays when the address changes, and never passes to somebody else. */
  subject: string
  email: string | null
  /** Whether the provider vouches for the address. */
  isEmailProven: boolean
  firstName: string
  lastName: string
}

/** The provider's word does not hold: forged, for another site or another visit, expired, or not what was agreed. */
export class ProviderRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderRefused'
  }
}

/** Milliseconds after which a provider is given up. */
export const providerTimeout = 5000

const text = z.string().max(255)
const nameOf = (value: string | undefined) => (value?.isWellFormed() ? [...value].slice(0, 100).join('').trim() : '')
const addressOf = (value: string | undefined) => z.email().max(255).safeParse(value?.trim()).data ?? null

const googleClaims = z.object({
  sub: text.min(1),
  nonce: z.string(),
  email: z.string().optional(),
  // A boolean by the standard; some providers write it as text, which proves nothing here.
  email_verified: z.literal(true).optional().catch(undefined),
  given_name: z.string().optional().catch(undefined),
  family_name: z.string().optional().catch(undefined),
})

/** Reads Google's ID tokens: signature, issuer, audience, nonce, expiry (OpenID Connect Core 1.0, 3.1.3.7). */
export function createGoogleReader({ issuer, keysUrl, clientId }: GoogleSettings) {
  let keys: JWTVerifyGetKey | undefined
  // Google's own tokens name their issuer with or without the scheme.
  const issuers = [issuer, issuer.replace(/^https:\/\//, '')]

  return async (idToken: string | undefined, nonce: string): Promise<ProvidedPerson> => {
    if (idToken === undefined) throw new ProviderRefused('The provider sent no ID token.')
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
      if (claims.nonce !== nonce) throw new Error('The nonce is that of another sign-in.')
      if (payload.azp !== undefined && payload.azp !== clientId) throw new Error('The token was made for another site.')
      const email = addressOf(claims.email)
      return {
        subject: claims.sub,
        email,
        isEmailProven: email !== null && claims.email_verified === true,
        firstName: nameOf(claims.given_name),
        lastName: nameOf(claims.family_name),
      }
    } catch (error) {
      throw new ProviderRefused('The ID token does not hold.', { cause: error })
    }
  }
}

const facebookProfile = z.object({
  id: text.min(1),
  email: z.string().optional(),
  first_name: z.string().optional().catch(undefined),
  last_name: z.string().optional().catch(undefined),
})

/** Asks Facebook who an access token is for. Facebook does not say whether an address was proven: none is. */
export function createFacebookReader({ profileUrl, clientSecret }: FacebookSettings) {
  return async (accessToken: string): Promise<ProvidedPerson> => {
    const url = new URL(profileUrl)
    url.searchParams.set('fields', 'id,email,first_name,last_name')
    // Only who holds our secret can use a token that was issued to us.
    url.searchParams.set('appsecret_proof', createHmac('sha256', clientSecret).update(accessToken).digest('hex'))
    try {
      const answer = await fetch(url, {
        headers: { authorization: `Bearer ${accessToken}` },
        redirect: 'error',
        signal: AbortSignal.timeout(providerTimeout),
      })
      if (!answer.ok) throw new Error(`The profile was answered with ${answer.status}.`)
      const profile = facebookProfile.parse(await answer.json())
      return {
        subject: profile.id,
        email: addressOf(profile.email),
        isEmailProven: false,
        firstName: nameOf(profile.first_name),
        lastName: nameOf(profile.last_name),
      }
    } catch (error) {
      throw new ProviderRefused('The profile could not be read.', { cause: error })
    }
  }
}
