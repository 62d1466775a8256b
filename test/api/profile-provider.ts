import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

type Profile = { id: string; email?: string; first_name?: string; last_name?: string }

const client = { clientId: 'campaign', clientSecret: 'another secret of ours' }

/** An OAuth 2 provider without ID tokens, instead of Facebook. The visitor is always `profile.current`. */
export async function startProfileProvider() {
  const profile: { current: Profile } = { current: { id: 'nobody' } }
  const challenges = new Map<string, string | null>()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://provider')
    const say = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (url.pathname === '/dialog') {
      const code = randomUUID()
      challenges.set(code, url.searchParams.get('code_challenge'))
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      return response.writeHead(302, { location: back.href }).end()
    }
    if (url.pathname === '/token') {
      let body = ''
      for await (const chunk of request) body += chunk
      const sent = new URLSearchParams(body)
      const code = sent.get('code') ?? ''
      const challenge = challenges.get(code)
      challenges.delete(code)
      const isRight =
        sent.get('client_secret') === client.clientSecret &&
        challenge ===
          createHash('sha256')
            .update(sent.get('code_verifier') ?? '')
            .digest('base64url')
      return isRight
        ? say(200, { access_token: code, token_type: 'bearer', expires_in: 3600 })
        : say(400, { error: 'invalid_grant' })
    }
    return say(url.searchParams.has('appsecret_proof') ? 200 : 400, profile.current)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return {
    profile,
    settings: {
      ...client,
      authorizeUrl: `${origin}/dialog`,
      tokenUrl: `${origin}/token`,
      profileUrl: `${origin}/me`,
    },
    async visit(authorizeUrl: string): Promise<string> {
      const { headers } = await fetch(authorizeUrl, { redirect: 'manual' })
      return headers.get('location') ?? ''
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
