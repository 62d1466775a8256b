import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reviewedTopics } from '../../contract/topic-words.ts'
import { pageUserHeader } from '../../records/http/page-user-header.ts'
import { problemCodes } from '../../records/http/problem-codes.ts'
import { createTestApp, type Product } from '../support/app/app.ts'
import { invalidRequest, nameOf, routesOf, type ServedRoute } from '../support/app/served-routes.ts'
import { signUpAt, strongPassword } from '../support/app/sign-up.ts'

type Right = 'public' | 'user' | 'admin'

/** Who may call what, according to the API decisions; the first matching line counts. */
const rights: [calls: RegExp, right: Right][] = [
  [/^\w+ \/api\/(admin|moderation|email-segments|email-campaigns)(\/|$)/, 'admin'],
  [/^\w+ \/api\/genetic-test\/(?!(variation|metrics)$)/, 'admin'],
  [/^GET \/api\/volunteers$/, 'admin'],
  [/^\w+ \/api\/(profile|preferences|account)(\/|$)/, 'user'],
  [/^(POST|PUT|DELETE) \/api\/forum\/|^GET \/api\/forum\/mine$/, 'user'],
  [/^GET \/api\/forum\/(categories|threads|(threads|posts|edits)\/:id)$/, 'public'],
  [/^GET \/api\/(prayers|endorsements|news|events|email-signup-count|volunteer-count)(\/:id)?$/, 'public'],
  [/^POST \/api\/(email-signup|volunteers|activity)$/, 'public'],
  // Visitors send in what admins review.
  [new RegExp(`^POST (/api)?/(${reviewedTopics.join('|')})$`), 'public'],
  [
    /^(POST|PUT) \/api\/mail-consents\/\w+$|^POST \/(unsubscribe(\/:outcome)?|confirm-subscription|subscribe-again|api\/mail-events)$/,
    'public',
  ],
  [/^POST \/api\/events\/(:id\/rsvp|rsvp\/cancel)$/, 'public'],
  // The token of a mailed link is the proof.
  [/^POST \/api\/my-campaign\//, 'public'],
  [/^GET \/api\/events\/:id\/rsvp$/, 'user'],
  [/^(GET \/api\/genetic-test\/variation|POST \/api\/genetic-test\/metrics)$/, 'public'],
  [/^(POST \/api\/auth\/(register|login|logout|first-admin)|GET \/api\/auth\/status)$/, 'public'],
  [/^POST \/api\/auth\/magic-link\/(send|verify|code)$/, 'public'],
  [/^POST \/api\/auth\/(second-factor\/(verify|passkey(\/options)?)|passkey(\/options)?)$/, 'public'],
  [/^GET \/api\/auth\/(providers|(google|facebook)(\/callback)?)$/, 'public'],
  [
    /^\w+ \/api\/auth\/(sessions|sign-ins|password|email-change|connections|second-factor|passkeys|proof)(\/|$)/,
    'user',
  ],
  // The forms on pages without scripts, and the link to the donation page.
  [/^POST \/(volunteer|events\/:id)?$/, 'public'],
  [/^GET \/(go\/donate|go\/mail\/:token|go\/:code|photos\/:owner\/:file)$/, 'public'],
  [/^GET \/(healthz|readyz|api\/openapi\.json|api\/docs|api\/docs\.css|dev\/mail(\/:id(\/html)?)?)$/, 'public'],
]

const denial: Record<Right, Record<'anonymous' | 'supporter' | 'admin', 401 | 403 | 'allowed'>> = {
  public: { anonymous: 'allowed', supporter: 'allowed', admin: 'allowed' },
  user: { anonymous: 401, supporter: 'allowed', admin: 'allowed' },
  admin: { anonymous: 401, supporter: 403, admin: 'allowed' },
}

const rightOf = (route: ServedRoute) => rights.find(([calls]) => calls.test(nameOf(route)))?.[1]

const cleanUps: (() => Promise<void>)[] = []
let app: Product
let routes: ServedRoute[]
const cookies: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp({
    identity: 'real',
    log: 'postgres',
    runs: 'everything',
    whenDone: (cleanUp) => cleanUps.push(cleanUp),
  })
  routes = routesOf(app)
  cookies.admin = await signUpAt(app, 'admin@example.org', app.firstAdminToken)
  for (const name of ['supporter', 'banned', 'inactive', 'banned-admin', 'inactive-admin'])
    cookies[name] = await signUpAt(app, `${name}@example.org`)
  const flag = (column: string, names: string[]) =>
    app.database.pool.query(`UPDATE app.accounts SET ${column} WHERE email = ANY ($1)`, [
      names.map((name) => `${name}@example.org`),
    ])
  await flag('is_admin = true', ['banned-admin', 'inactive-admin'])
  expect(await outcome({ method: 'GET', url: '/api/admin/prayers' }, 'banned-admin')).toBe('allowed')
  await flag('is_banned = true', ['banned', 'banned-admin'])
  await flag('is_active = false', ['inactive', 'inactive-admin'])
})
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

function ask(route: ServedRoute, who: string, headers: { [name: string]: string } = {}) {
  const cookie = cookies[who]
  return app.http.inject(invalidRequest(route, { ...headers, ...(cookie && { cookie }) }))
}

async function outcome(route: ServedRoute, who: string): Promise<401 | 403 | 'allowed'> {
  const { statusCode } = await ask(route, who)
  return statusCode === 401 || statusCode === 403 ? statusCode : 'allowed'
}

const outcomes = async (who: string) =>
  Object.fromEntries(
    await Promise.all(routes.map(async (route) => [nameOf(route), await outcome(route, who)] as const)),
  )

const expected = (role: keyof (typeof denial)[Right]) =>
  Object.fromEntries(
    routes.map((route) => {
      const right = rightOf(route)
      return [nameOf(route), right && denial[right][role]]
    }),
  )

it('every served route is listed here, so that a new one cannot be forgotten', () => {
  expect(routes.filter((route) => rightOf(route) === undefined).map(nameOf)).toEqual([])
  expect(routes.length).toBeGreaterThan(20)
})

describe('who may call each route', () => {
  it.for(['anonymous', 'supporter', 'admin'] as const)('%s', async (role) => {
    expect(await outcomes(role)).toEqual(expected(role))
  })

  it.for(['banned', 'inactive', 'banned-admin', 'inactive-admin'])(
    '%s: the old cookie no longer works',
    async (who) => {
      expect(await outcomes(who)).toEqual(expected('anonymous'))
    },
  )
})

describe('a write from a page of another user', () => {
  const writes = () => routes.filter(({ method, url }) => method !== 'GET' && url.startsWith('/api/'))
  const isAnothers = async (route: ServedRoute, who: string, user: string) => {
    const answer = await ask(route, who, { [pageUserHeader]: user })
    return answer.statusCode === 409 && answer.json().code === problemCodes.anotherUser
  }
  const refused = async (who: string, user: string) => {
    const asked = await Promise.all(
      writes().map(async (route) => ((await isAnothers(route, who, user)) ? [nameOf(route)] : [])),
    )
    return asked.flat()
  }

  it.for(['supporter', 'admin'])('is refused for whatever it is: %s', async (who) => {
    const { id } = (await ask({ method: 'GET', url: '/api/auth/status' }, who)).json().user
    expect(await refused(who, String(id + 1))).toEqual(writes().map(nameOf))
    expect(await refused(who, 'nobody')).toEqual(writes().map(nameOf))
    expect(await refused(who, String(id))).toEqual([])
  })
  it('is decided as before once no one is signed in', async () => {
    expect(await refused('anonymous', '1')).toEqual([])
    const asked = writes().filter((route) => rightOf(route) !== 'public')
    const statuses = await Promise.all(asked.map((route) => ask(route, 'anonymous', { [pageUserHeader]: '1' })))
    expect(new Set(statuses.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
  })
})

describe('signing in', () => {
  const signIn = async (name: string, password: string) => {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: `${name}@example.org`, password },
    })
    return [answer.statusCode, answer.json().message]
  }

  it.for([
    ['banned', /banned/],
    ['banned-admin', /banned/],
    ['inactive', /deactivated/],
    ['inactive-admin', /deactivated/],
  ] as const)(
    '%s: gets the reason with the right password, and the usual answer with a wrong one',
    async ([name, reason]) => {
      expect(await signIn(name, strongPassword)).toEqual([403, expect.stringMatching(reason)])
      expect(await signIn(name, 'not the password')).toEqual([401, 'Invalid email or password.'])
      expect(await signIn('nobody', 'not the password')).toEqual([401, 'Invalid email or password.'])
    },
  )
})
