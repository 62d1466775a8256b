import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  everyRight,
  type HeldWithRights,
  keyRights,
  type StaffRight,
  type StaffRole,
  staffRights,
  staffRoles,
} from '../../records/staff-rights.ts'
import { maxStaffSets, needsOf, setRights, withNeeds } from '../../records/staff-sets.ts'
import { createTestApp, type Product } from '../support/app/app.ts'
import { invalidRequest, nameOf, routesOf, type ServedRoute } from '../support/app/served-routes.ts'

const needs = z.union([
  z.strictObject({ right: z.union([z.string(), z.array(z.string())]), of: z.string().optional() }),
  z.strictObject({ rightBy: z.string(), rights: z.record(z.string(), z.string()) }),
])
const apiDocument = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ 'x-policy': z.enum(['public', 'user', 'staff']), 'x-needs': needs.optional() })),
  ),
})

type StaffRoute = ServedRoute & { rights: readonly string[]; isOfOneEvent: boolean }

const roles = Object.keys(staffRoles).filter((name): name is StaffRole => name in staffRoles)
const has = (role: StaffRole, right: string) => staffRoles[role].rights.some((one) => one === right)
const mayCall = (role: StaffRole, { rights }: StaffRoute) => rights.every((right) => has(role, right))

/** A role of the campaign's own with this right, and what it needs. */
const ownRights = (right: StaffRight) => withNeeds([right, ...needsOf(right).oneOf.slice(0, 1)])
/** Each with other needs. */
const ownSamples = ['guests', 'export', 'settings'] as const
const ownRole = (rights: readonly string[]): HeldWithRights[] => [{ role: 'set-1', eventId: null, rights }]

/** Each holds one set of rights; the host has that of an organizer for event 7. */
const held: { [who: string]: HeldWithRights[] } = {
  ...Object.fromEntries(ownSamples.map((right) => [`own-${right}`, ownRole(ownRights(right))])),
  'own-everything': ownRole(everyRight),
  removed: [{ role: 'set-2', eventId: null }],
  ...Object.fromEntries(roles.map((role) => [role, role === 'admin' ? [] : [{ role, eventId: null }]])),
  supporter: [],
  host: [{ role: 'organizer', eventId: 7 }],
}

const cleanUps: (() => Promise<void>)[] = []
let app: Product
/** Every route for staff, as the server itself describes it; once per value where a parameter decides about the right. */
let routes: StaffRoute[]

beforeAll(async () => {
  app = await createTestApp({
    identity: 'real',
    log: 'postgres',
    whenDone: (cleanUp) => cleanUps.push(cleanUp),
    overrides: {
      personOf: async ({ cookies: { session = '' } }) => ({
        id: 1,
        isAdmin: session === 'admin',
        roles: held[session] ?? [],
        sessionId: session,
        isEmailVerified: true,
        isProven: true,
        secondFactorDue: null,
      }),
    },
  })
  const { paths } = apiDocument.parse((await app.http.inject('/api/openapi.json')).json())
  routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { 'x-needs': need }]): StaffRoute[] => {
      const route = { method: method.toUpperCase(), url: path.replaceAll(/\{(\w+)\}/g, ':$1') }
      if (need === undefined) return []
      if ('right' in need) return [{ ...route, rights: [need.right].flat(), isOfOneEvent: need.of !== undefined }]
      return Object.entries(need.rights).map(([value, right]) => ({
        ...route,
        url: route.url.replace(`:${need.rightBy}`, value),
        rights: [right],
        isOfOneEvent: false,
      }))
    }),
  )
})

afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

const get = (url: string, who: string) => app.http.inject({ url, headers: { cookie: `session=${who}` } })
type Credentials = { cookie: string } | { authorization: string }
const outcomeOf = async (route: ServedRoute, headers: Credentials) => {
  const { statusCode } = await app.http.inject(invalidRequest(route, headers))
  if (statusCode === 401) return 'unknown'
  return statusCode === 403 ? 'refused' : 'allowed'
}
const outcomesWith = async (headers: Credentials, of = routes) =>
  Object.fromEntries(await Promise.all(of.map(async (route) => [nameOf(route), await outcomeOf(route, headers)])))
const outcomes = (who: string, of = routes) => outcomesWith({ cookie: `session=${who}` }, of)
const expected = (allows: (route: StaffRoute) => boolean, of = routes) =>
  Object.fromEntries(of.map((route) => [nameOf(route), allows(route) ? 'allowed' : 'refused']))

it('every route under an address of the console is among them', () => {
  const known = new Set(routes.map(nameOf))
  const ofConsole = routesOf(app).filter(({ url }) => url.startsWith('/api/admin/'))
  const missing = ofConsole.filter((route) => !known.has(nameOf(route)) && !route.url.includes(':topic'))
  expect(missing.map(nameOf)).toEqual([])
  expect(routes.length).toBeGreaterThan(120)
})

it('every right opens a route, or decides how much an answer tells', () => {
  const named = new Set<string>(['colleagues', ...routes.flatMap(({ rights }) => rights)])
  expect(everyRight.filter((right) => !named.has(right))).toEqual([])
})

describe('what each set of rights opens', () => {
  it.each(roles)('%s', async (role) => {
    expect(await outcomes(role)).toEqual(expected((route) => mayCall(role, route)))
  })
  it('nothing for a supporter', async () => {
    expect(await outcomes('supporter')).toEqual(expected(() => false))
  })
  it.each(ownSamples)('a role of the campaign’s own with the right %s', async (right) => {
    const opens = ({ rights }: StaffRoute) => rights.every((one) => ownRights(right).some((own) => own === one))
    expect(await outcomes(`own-${right}`)).toEqual(expected(opens))
  })
  it('never what admins alone may do, should the row of such a role have it', async () => {
    const opens = ({ rights }: StaffRoute) => rights.every((one) => setRights.some((own) => own === one))
    expect(await outcomes('own-everything')).toEqual(expected(opens))
  })
  it('nothing for a holder of a role that was removed', async () => {
    expect(await outcomes('removed')).toEqual(expected(() => false))
  })
  it('its event alone for an organizer of one event', async () => {
    expect(await outcomes('host')).toEqual(expected(() => false))
    const there = routes.map((route) => ({ ...route, url: route.url.replace('/events/:id', '/events/7') }))
    const isOwn = ({ isOfOneEvent, rights }: StaffRoute) => isOfOneEvent && rights.join() === 'guests'
    expect(await outcomes('host', there)).toEqual(expected(isOwn, there))
    expect(there.filter(isOwn).length).toBeGreaterThan(2)
  })
  it('the same with an address that is spelled in another way', async () => {
    const spelled = ['/api/admin/history/%70rayers/1', '/api/admin/history/users/1', '/api/admin/history/__proto__/1']
    const asked = await Promise.all(spelled.map((url) => get(url, 'moderator')))
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([404, 403, 403])
    // The first and the last are event 7, as the router reads them.
    const events = ['%37', '07', '7.0', '7%20', '1/../7'].map((id) => `/api/admin/events/${id}/rsvps`)
    const answers = await Promise.all(events.map((url) => get(url, 'host')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 403, 403, 403, 200])
  })
})

describe('what an API key opens', () => {
  let id = 0
  /** Issued by an active admin. */
  async function keyWith(rights: readonly StaffRight[]): Promise<Credentials> {
    const { pool } = app.database
    await pool.query(
      `INSERT INTO app.accounts (user_id, subject, email, email_hash, created_at, registered_at, is_admin)
       VALUES (1, gen_random_uuid(), 'naomi@example.org', 'a', now(), now(), true) ON CONFLICT DO NOTHING`,
    )
    id += 1
    const until = new Date(Date.now() + 60_000).toISOString()
    return { authorization: `Bearer ${await app.core.apiKeys.issue({ id, userId: 1, rights, until })}` }
  }

  it.each(keyRights)('with the right %s alone', async (right) => {
    const opens = ({ rights }: StaffRoute) => rights.every((one) => one === right)
    expect(await outcomesWith(await keyWith([right]))).toEqual(expected(opens))
  })
  it('with every right that a key can hold', async () => {
    const opens = ({ rights }: StaffRoute) => !rights.some((one) => one === 'grants' || one === 'accounts')
    expect(await outcomesWith(await keyWith(keyRights))).toEqual(expected(opens))
  })
  it('with rights that none can hold, should its row have them', async () => {
    expect(await outcomesWith(await keyWith(['grants', 'accounts']))).toEqual(expected(() => false))
  })
  it('nothing for people who signed in', async () => {
    const headers = await keyWith(keyRights)
    const { paths } = apiDocument.parse((await app.http.inject('/api/openapi.json')).json())
    const own = Object.entries(paths).flatMap(([url, methods]) =>
      Object.entries(methods).flatMap(([method, { 'x-policy': policy }]) =>
        policy === 'user' ? [{ method: method.toUpperCase(), url: url.replaceAll(/\{(\w+)\}/g, ':$1') }] : [],
      ),
    )
    expect(own.length).toBeGreaterThan(20)
    const found = await Promise.all(own.map((route) => outcomeOf(route, headers)))
    expect(new Set(found)).toEqual(new Set(['unknown']))
  })
})

/** As the formatter aligns it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)))
  const row = (cells: readonly string[], filler = ' ') =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, filler)).join(' | ')} |`
  return [row(head), row([], '-'), ...rows.map((cells) => row(cells))].join('\n')
}
const mark = (isAllowed: boolean) => (isAllowed ? 'yes' : '')

it('docs/roles.md says so (npx vitest run test/faults/staff-roles.test.ts -u)', async () => {
  const labels = roles.map((role) => staffRoles[role].label)
  const page = `# Roles

Printed from \`records/staff-rights.ts\` and from the routes of the server by
\`npx vitest run test/faults/staff-roles.test.ts -u\`; the same test asks the server each question below.

## Rights

Where a right can be held for one event, a role that someone holds for one event gives that right, for that event, and
nothing else. [API keys](api.md) hold single rights, and none by which their holder could sign in as another person or make one.

A campaign can make ${maxStaffSets} roles of its own from these rights, in the tab Users of the console. Such a role never holds
what admins alone decide about: it can give its holder no more than it has. It holds \`console\` and whatever else its rights need
([decisions/0174](decisions/0174-roles-of-the-campaigns-own.md)).

${table(
  ['Right', 'What it allows', 'Shows', 'Needs', 'For one event', 'API keys', 'Own roles', ...labels],
  everyRight.map((right) => {
    const { does, shows, ...rest } = staffRights[right]
    const { all, oneOf } = needsOf(right)
    const needed = [
      ...all.filter((one) => one !== 'console'),
      ...(oneOf.length > 0 ? [`one of ${oneOf.join(', ')}`] : []),
    ]
    const isOwn = setRights.some((one) => one === right)
    const marks = [mark('ofOneEvent' in rest), mark(!('ofPeopleOnly' in rest)), mark(isOwn)]
    return [right, does, shows, needed.join(', '), ...marks, ...roles.map((role) => mark(has(role, right)))]
  }),
)}

## Routes

${table(
  ['Route', 'Rights', ...labels],
  routes
    .toSorted((one, other) => one.url.localeCompare(other.url) || one.method.localeCompare(other.method))
    .map((route) => [
      `\`${nameOf(route)}\``,
      route.rights.join(' and '),
      ...roles.map((role) => mark(mayCall(role, route))),
    ]),
)}
`
  await expect(page).toMatchFileSnapshot('../../docs/roles.md')
})
