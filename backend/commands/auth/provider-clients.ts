import type { Token } from '@fastify/oauth2'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { flowSeconds } from '../../identity/provider-flows.ts'
import {
  createFacebookReader,
  createGoogleReader,
  type FacebookSettings,
  type GoogleSettings,
  type ProvidedPerson,
  type ProviderName,
  providerTimeout,
} from '../../identity/providers.ts'
import { clientCookies, createFlowCookies } from './flow-cookies.ts'
import type { ProviderOptions } from './tools.ts'

type Client = {
  /** The address of the provider's page. */
  leave(request: FastifyRequest, reply: FastifyReply): Promise<string>
  /** Exchanges the code; throws 'Invalid state' in another browser than the one that left. */
  comeBack(request: FastifyRequest, reply: FastifyReply, state: string | undefined): Promise<Token>
}
export type Provider = {
  client: Client
  issuer: string | null
  /** The person the tokens belong to; throws ProviderRejected. */
  read(token: Token, nonce: string): Promise<ProvidedPerson>
}

/** Null: not configured. */
export async function createProviders(
  app: FastifyInstance,
  options: ProviderOptions,
): Promise<Record<ProviderName, Provider | null>> {
  return {
    google: options.google && (await createGoogle(app, options, options.google)),
    facebook: options.facebook && (await createFacebook(app, options, options.facebook)),
  }
}

async function createGoogle(
  app: FastifyInstance,
  options: ProviderOptions,
  settings: GoogleSettings,
): Promise<Provider> {
  const read = createGoogleReader(settings)
  return {
    client: await register(app, options, 'google', settings, ['openid', 'email', 'profile']),
    issuer: settings.issuer,
    read: (token, nonce) => read(token.id_token, nonce),
  }
}

async function createFacebook(
  app: FastifyInstance,
  options: ProviderOptions,
  settings: FacebookSettings,
): Promise<Provider> {
  const read = createFacebookReader(settings)
  return {
    client: await register(app, options, 'facebook', settings, ['email', 'public_profile']),
    issuer: null,
    read: (token) => read(token.access_token),
  }
}

async function register(
  app: FastifyInstance,
  { isHttps, publicUrl }: ProviderOptions,
  provider: ProviderName,
  { clientId, clientSecret, authorizeUrl, tokenUrl }: GoogleSettings | FacebookSettings,
  scope: string[],
): Promise<Client> {
  const [authorize, token] = [new URL(authorizeUrl), new URL(tokenUrl)]
  const name = provider === 'google' ? 'oauth2Google' : 'oauth2Facebook'
  const { default: oauth2 } = await import('@fastify/oauth2') // large
  await app.register(oauth2, {
    name,
    scope,
    credentials: {
      client: { id: clientId, secret: clientSecret },
      auth: {
        authorizeHost: authorize.origin,
        authorizePath: authorize.pathname,
        tokenHost: token.origin,
        tokenPath: token.pathname,
      },
      options: { authorizationMethod: 'body' },
      http: { timeout: providerTimeout, redirects: false },
    },
    callbackUri: () => `${publicUrl()}/api/auth/${provider}/callback`,
    pkce: 'S256',
    redirectStateCookieName: clientCookies.state,
    verifierCookieName: clientCookies.verifier,
  })
  const client = app[name]
  if (!client) throw new Error(`The client for ${provider} could not be made.`)
  const cookies = createFlowCookies({
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps,
    maxAge: flowSeconds,
  })
  return {
    leave: (request, reply) => client.generateAuthorizationUri(request, cookies.leaving(request, reply)),
    async comeBack(request, reply, state) {
      const { token } = await client.getAccessTokenFromAuthorizationCodeFlow(
        request,
        cookies.returning(request, reply, state),
      )
      return token
    },
  }
}
