import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { problemWith } from '../../backend/event-schemas/index.ts'
import { upcasters } from '../../backend/event-schemas/upcasters.ts'
import { createCodec } from '../../backend/kernel/eventlog/codec.ts'
import { personalFields } from '../../backend/topics/index.ts'
import { createTestApp, type Product } from '../support/app/app.ts'
import { variedEvents } from '../support/log/widest-event.ts'

const takesAway = /Deleted|Removed|Erased|Cancelled|Released|Withdrawn|Undone/

/** More than the words of any list that an event chooses from. */
const turns = 8
/** Account 1 is that of the admin who asks. */
const idOf = (turn: number) => (turn === 0 ? 1 : 2_147_483_647 - turn)

/** Values that a command takes only from a list or a range of ours, so that their events hold no others. */
const chosenFromLists = [
  'GET /api/email-campaigns *.obeys',
  'GET /api/email-campaigns *.purpose',
  'GET /api/email-campaigns *.segmentIds',
  'GET /api/email-campaigns/:id obeys',
  'GET /api/email-campaigns/:id purpose',
  'GET /api/email-campaigns/:id segmentIds',
  'GET /api/email-campaigns/:id/ledger rules.*.segmentId',
  'GET /api/email-campaigns/:id/ledger obeys',
  'GET /api/email-campaigns/:id/ledger leftOut',
  'GET /api/genetic-test/analytics fitnessRule.timeCap',
  'GET /api/genetic-test/analytics generations.*.fitness',
  'GET /api/genetic-test/fitness current.timeCap',
  'GET /api/genetic-test/fitness current.weights',
  'GET /api/genetic-test/fitness rules.*.timeCap',
  'GET /api/genetic-test/fitness rules.*.weights',
  'GET /api/genetic-test/fitness formulas.*.request.timeCap',
  'GET /api/moderation/policy review',
  'GET /api/moderation/policy reject',
]

const person = { id: 1, isAdmin: true, sessionId: 'a', isEmailVerified: true, isProven: true, secondFactorDue: null }

const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean(),
  schema: z.looseObject({ enum: z.array(z.string()).optional(), default: z.unknown().optional() }),
})
type Parameter = z.output<typeof parameter>
const described = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ parameters: z.array(parameter) }).loose())),
})

/** The values with which this parameter is asked: ids of our items, or the words that it may have. */
const valuesOf = ({ name, schema }: Parameter): string[] =>
  schema.enum ?? (/^id$|Id$/.test(name) ? Array.from({ length: turns }, (_, turn) => String(idOf(turn))) : [])

const combined = (path: string, needed: readonly Parameter[]): string[] =>
  needed.reduce(
    (urls, one) =>
      urls.flatMap((url) =>
        valuesOf(one).map((value) =>
          one.in === 'path'
            ? url.replace(`{${one.name}}`, value)
            : `${url}${url.includes('?') ? '&' : '?'}${one.name}=${value}`,
        ),
      ),
    [path],
  )

/** Every address that can be read, with each id and each word that its parameters take. */
async function addresses({ http }: Product): Promise<string[]> {
  const { paths } = described.parse((await http.inject('/api/openapi.json')).json())
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const needed = get?.parameters.filter((one) => one.required && (one.in === 'path' || one.in === 'query')) ?? []
    return get === undefined || path.endsWith('openapi.json') ? [] : combined(path, needed)
  })
}

it('every answer shows whatever the events behind it may hold', async () => {
  const told: string[] = []
  const app = await createTestApp({
    identity: 'real',
    log: 'postgres',
    env: { LOG_LEVEL: 'error', PHOTOS: 'off' },
    settings: { logTo: { write: (line) => void told.push(line) } },
    overrides: { personOf: async () => person, projectionTimeout: 60_000 },
  })
  const { core, http } = app
  const codec = createCodec({ keys: core.subjects, personalFields, upcasters, problemWith })
  const urls = await addresses(app)
  expect(urls.length).toBeGreaterThan(200)

  async function append(facts: { type: string; data: object }[]): Promise<void> {
    const appends = facts.map(async (fact) => {
      const metadata = {
        at: '2199-12-31T23:59:59.999Z',
        actor: { kind: 'admin', id: 1 },
        requestId: randomUUID(),
        correlationId: randomUUID(),
        command: fact.type,
      } as const
      const encoded = await codec.encode([fact], metadata, [randomUUID()])
      return () => core.log.append(`campaign-${randomUUID()}`, 'no-stream', encoded)
    })
    // In the order of the facts, in few transactions.
    await Promise.all((await Promise.all(appends)).map((send) => send()))
    const isReached = await app.reached((await core.log.head()) ?? '')
    const { projections } = await app.projector.status()
    expect(projections.flatMap(({ name, stopped }) => (stopped ? `${name}: ${stopped.reason}` : []))).toEqual([])
    expect(isReached).toBe(true)
  }

  /** Routes and fields of answers that do not fit the contract, as the log names them. */
  async function misfits(): Promise<string[]> {
    told.length = 0
    for (const url of urls) await http.inject({ url, headers: { cookie: 'session=a' } })
    const found = told.flatMap((line) => {
      const [, route, fields = ''] = /The answer of (GET \S+) does not match its schema: ([^"]*)\./.exec(line) ?? []
      return route === undefined
        ? []
        : fields.split(', ').map((field) => `${route} ${field.replaceAll(/\b\d+\./g, '*.')}`)
    })
    return [...new Set(found)].filter((field) => !chosenFromLists.some((known) => field.startsWith(known))).toSorted()
  }

  const varied = await Promise.all(
    Array.from({ length: turns }, async (_, turn) => {
      const subject = await core.subjects.forEmail(`turn-${turn}@example.org`)
      return variedEvents({ subject, id: idOf(turn), turn, max: 100 })
    }),
  )
  for (const events of varied) await append(events.filter(({ type }) => !takesAway.test(type)))
  expect(await misfits()).toEqual([])
  for (const events of varied) await append(events.filter(({ type }) => takesAway.test(type)))
  expect(await misfits()).toEqual([])
})
