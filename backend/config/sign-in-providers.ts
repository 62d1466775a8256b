import { z } from 'zod'
import type { FacebookSettings, GoogleSettings } from '../identity/providers.ts'

const address = z.url({ protocol: /^https?$/ })

/** Environment variables for sign-in with Google and Facebook; a provider without a client id is off. */
export const providerVariables = {
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: address.default('https://accounts.google.com'),
  GOOGLE_AUTHORIZE_URL: address.default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: address.default('https://oauth2.googleapis.com/token'),
  GOOGLE_KEYS_URL: address.default('https://www.googleapis.com/oauth2/v3/certs'),
  FACEBOOK_CLIENT_ID: z.string().optional(),
  FACEBOOK_CLIENT_SECRET: z.string().optional(),
  FACEBOOK_AUTHORIZE_URL: address.default('https://www.facebook.com/v23.0/dialog/oauth'),
  FACEBOOK_TOKEN_URL: address.default('https://graph.facebook.com/v23.0/oauth/access_token'),
  FACEBOOK_PROFILE_URL: address.default('https://graph.facebook.com/v23.0/me'),
}

type Variables = z.output<z.ZodObject<typeof providerVariables>>

/** A sentence for each provider of which half is missing. */
export const providerSettingsErrors = (env: Variables): string[] =>
  (['GOOGLE', 'FACEBOOK'] as const).flatMap((name) =>
    (env[`${name}_CLIENT_ID`] === undefined) === (env[`${name}_CLIENT_SECRET`] === undefined)
      ? []
      : [`Set both ${name}_CLIENT_ID and ${name}_CLIENT_SECRET, or neither.`],
  )

export function providerSettings(env: Variables): {
  google: GoogleSettings | null
  facebook: FacebookSettings | null
} {
  return {
    google:
      env.GOOGLE_CLIENT_ID === undefined || env.GOOGLE_CLIENT_SECRET === undefined
        ? null
        : {
            clientId: env.GOOGLE_CLIENT_ID,
            clientSecret: env.GOOGLE_CLIENT_SECRET,
            issuer: env.GOOGLE_ISSUER,
            authorizeUrl: env.GOOGLE_AUTHORIZE_URL,
            tokenUrl: env.GOOGLE_TOKEN_URL,
            keysUrl: env.GOOGLE_KEYS_URL,
          },
    facebook:
      env.FACEBOOK_CLIENT_ID === undefined || env.FACEBOOK_CLIENT_SECRET === undefined
        ? null
        : {
            clientId: env.FACEBOOK_CLIENT_ID,
            clientSecret: env.FACEBOOK_CLIENT_SECRET,
            authorizeUrl: env.FACEBOOK_AUTHORIZE_URL,
            tokenUrl: env.FACEBOOK_TOKEN_URL,
            profileUrl: env.FACEBOOK_PROFILE_URL,
          },
  }
}
