import { createServer } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

export type OpenIdPerson = {
  sub: string
  email?: string
  email_verified?: boolean | string
  given_name?: string
  family_name?: string
}

const client = { clientId: 'campaign', clientSecret: 'a-secret-between-the-two-of-us' }

/**
 * A real OpenID provider on this machine, instead of Google: its sign-in page has one link per person. `people` may
 * change at any time.
 */
export async function startOpenIdProvider({ redirectUris }: { redirectUris: string[] }) {
  const people = new Map<string, OpenIdPerson>()
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })

  const configuration: Configuration = {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: redirectUris,
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['a key of the tests'] },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: false,
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => {
      const person = people.get(sub)
      return person && { accountId: sub, claims: async () => ({ ...person }) }
    },
    // Consent is always given.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    ttl: { Session: 600, Grant: 600, Interaction: 600, IdToken: 600, AccessToken: 600 },
  }
  const provider = new Provider(issuer, configuration)
  const answer = provider.callback()

  server.on('request', async (request, response) => {
    const [, uid, sub] = /^\/interaction\/([\w-]+)(?:\/as\/(\w+))?$/.exec(request.url ?? '') ?? []
    if (uid === undefined) return answer(request, response)
    if (sub !== undefined)
      return provider.interactionFinished(request, response, { login: { accountId: sub, remember: false } })
    const links = [...people.keys()].map(
      (one) => `<p><a href="/interaction/${uid}/as/${one}">Sign in as ${one}</a></p>`,
    )
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>Provider</title><h1>Who are you?</h1>${links.join('')}</html>`)
  })

  return {
    people,
    settings: {
      ...client,
      issuer,
      authorizeUrl: `${issuer}/auth`,
      tokenUrl: `${issuer}/token`,
      keysUrl: `${issuer}/jwks`,
    },
    /** Signs in at the provider as this person; returns the URL it redirects to. */
    async visit(authorizeUrl: string, sub: string): Promise<string> {
      const cookies = new Map<string, string>()
      for (let url = authorizeUrl, hops = 0; hops < 10; hops++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const { headers } = await fetch(url, { redirect: 'manual', headers: { cookie } })
        for (const line of headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        const location = headers.get('location')
        if (location === null) throw new Error(`The provider did not redirect from ${url}.`)
        url = new URL(location, issuer).href
        if (/\/interaction\/[\w-]+$/.test(url)) url += `/as/${sub}`
        if (!url.startsWith(issuer)) return url
      }
      throw new Error('The provider redirects in a loop.')
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>
