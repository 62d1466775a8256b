import type { FastifyInstance } from 'fastify'

/** A browser signing in with a provider, using only the API: it keeps cookies and follows redirects. */
export function providerBrowser(app: FastifyInstance, provider: 'google' | 'facebook') {
  const cookies = new Map<string, string>()
  async function get(url: string, headers: Record<string, string> = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.inject({ url, headers: { ...headers, ...(cookie && { cookie }) } })
    for (const { name, value } of answer.cookies) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return {
    cookies,
    get,
    /** Starts the sign-in; returns the URL at the provider. */
    async leave(query = ''): Promise<string> {
      const answer = await get(`/api/auth/${provider}${query}`, { 'sec-fetch-site': 'same-origin' })
      return String(answer.headers.location)
    },
    /** Returns from the provider; returns the URL that we redirect to. */
    async comeBack(url: string): Promise<string> {
      const { pathname, search } = new URL(url)
      return String((await get(pathname + search)).headers.location)
    },
    async person() {
      return (await get('/api/auth/status')).json().user
    },
  }
}
