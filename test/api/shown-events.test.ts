import { expect, it } from 'vitest'
import { createTestApp } from '../support/app/app.ts'
import { createVariedLog, readableAddresses } from '../support/app/varied-log.ts'

const takesAway = /Deleted|Removed|Erased|Cancelled|Released|Withdrawn|Undone/

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

it('every answer shows whatever the events behind it may hold', async () => {
  const told: string[] = []
  const app = await createTestApp({
    identity: 'real',
    log: 'postgres',
    env: { LOG_LEVEL: 'error', PHOTOS: 'off' },
    settings: { logTo: { write: (line) => void told.push(line) } },
    overrides: { personOf: async () => person, projectionTimeout: 60_000 },
  })
  const { http } = app
  const log = createVariedLog(app)
  const urls = await readableAddresses(app)
  expect(urls.length).toBeGreaterThan(200)

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

  const varied = await log.varied()
  for (const events of varied) await log.append(events.filter(({ type }) => !takesAway.test(type)))
  expect(await misfits()).toEqual([])
  for (const events of varied) await log.append(events.filter(({ type }) => takesAway.test(type)))
  expect(await misfits()).toEqual([])
})
