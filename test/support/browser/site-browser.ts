import { vi } from 'vitest'

type Call = { call: string; body: unknown; revision: string | null }
/** The server’s answer to 'POST /api/prayers'; a Response for any status but 200. */
type Answers = { [call: string]: (body: unknown) => unknown }

/** The browser features that the site’s stores need, with a scripted server. Undone by `vi.unstubAllGlobals`. */
export function stubBrowser({ search = '', answers = {} }: { search?: string; answers?: Answers } = {}) {
  const calls: Call[] = []
  const addresses: string[] = []
  const page = { search, isHidden: false }
  const events = new EventTarget()
  const go = (_state: unknown, _title: string, address: string) => {
    addresses.push(address)
    page.search = address.includes('?') ? address.slice(address.indexOf('?')) : ''
  }
  vi.stubGlobal('document', {
    cookie: '',
    addEventListener: () => {},
    get hidden() {
      return page.isHidden
    },
  })
  vi.stubGlobal('location', {
    get search() {
      return page.search
    },
  })
  vi.stubGlobal('history', { pushState: go, replaceState: go })
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events))
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const call = `${method} ${address}`
    const sent = typeof body === 'string' ? JSON.parse(body) : body instanceof Blob ? await body.text() : null
    calls.push({ call, body: sent, revision: new Headers(headers).get('if-match') })
    const answer = answers[call]
    if (!answer) throw new TypeError(`Nothing answers ${call}.`)
    const result = await answer(sent)
    return result instanceof Response ? result : Response.json(result, { headers: { 'x-total-count': '0' } })
  })
  return { calls, addresses, page, called: () => calls.map(({ call }) => call) }
}

/** An error as our server writes it. */
export const rejection = (status: number, problem: object) => Response.json(problem, { status })
