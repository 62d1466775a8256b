import type { FastifyInstance } from 'fastify'

/** One browser on its way through a provider, by the API alone: it keeps cookies and goes where it is sent. */
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
    /** Presses the button; answers the address at the provider. */
    async leave(query = ''): Promise<string> {
      const answer = await get(`/api/auth/${provider}${query}`, { 'sec-fetch-site': 'same-origin' })
      return String(answer.headers.location)
    },
    /** Comes back to the address where the provider sends it; answers where we send it then. */
    async comeBack(url: string): Promise<string> {
      const { pathname, search } = new URL(url)
      return String((await get(pathname + search)).headers.location)
    },
    async person() {
      return (await get('/api/auth/status')).json().user
    },
  }
}
