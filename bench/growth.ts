import { fork, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { loadSecrets } from '../backend/config/secrets.ts'
import { upcasters } from '../backend/event-schemas/upcasters.ts'
import { connect } from '../backend/kernel/database/connect.ts'
import { freePort } from '../backend/kernel/database/embedded/process.ts'
import { createCodec } from '../backend/kernel/eventlog/codec.ts'
import { createMemorySubjectKeys } from '../backend/kernel/eventlog/encryption/subject-keys-memory.ts'
import { createSubjectKeys } from '../backend/kernel/eventlog/encryption/subject-keys-postgres.ts'
import { createPostgresLog } from '../backend/kernel/eventlog/postgres/postgres-log.ts'
import { rebuild } from '../backend/kernel/projector/rebuild.ts'
import { projections } from '../backend/projections/index.ts'
import { ensureBuilt } from '../backend/tools/site-build.ts'
import { personalFields } from '../backend/topics/index.ts'
import { startArguments } from '../test/support/app/start-arguments.ts'
import { encryptLog } from './encrypted-log.ts'
import { type GrowthFigures, growthChart } from './growth-chart.ts'
import { makeLog } from './rebuild-log.ts'
import { latencies, median, processorTimeOf, residentOf, startBenchDatabase, table } from './support.ts'

const growing = ['append', 'command', 'list', 'page', 'start', 'memory', 'rebuild'] as const

const samples = 200
/** More of them, since each takes a fraction of a millisecond. */
const appendSamples = 2000
export const appSecret = randomBytes(32).toString('base64')

/** The same operations on logs of each size, on databases of their own. */
export async function benchGrowth({
  sizes,
  starts,
}: {
  sizes: readonly number[]
  starts: number
}): Promise<GrowthFigures[]> {
  await ensureBuilt(() => {})
  const figures: GrowthFigures[] = []
  for (const events of sizes) figures.push(await measure(events, starts))
  return figures
}

async function measure(events: number, starts: number): Promise<GrowthFigures> {
  const { database, owner, folder, stop } = await startBenchDatabase({ max: 4 })
  try {
    await fill(owner.pool, events, folder)
    const rebuilt = await rebuildAlone(database.url)
    const append = await appendTime(database.pool, owner.pool)
    return { events, ...rebuilt, append, ...(await programTimes(database.url, starts)), people: events / 2 }
  } finally {
    await stop()
  }
}

/** Encrypted as the program would have written it, with ids that go on after the generated ones. */
export async function fill(pool: pg.Pool, events: number, dataDir: string): Promise<void> {
  await makeLog(pool, events)
  const plain = createCodec({ keys: createMemorySubjectKeys(), personalFields: {}, upcasters })
  const keys = createSubjectKeys({ pool, masterKey: loadSecrets({ appSecret, dataDir }).master })
  const log = createPostgresLog(pool)
  await encryptLog(pool, log, plain, createCodec({ keys, personalFields, upcasters }), keys)
  await log.close()
  for (const sequence of ['prayer', 'endorsement', 'email_signup', 'user'])
    await pool.query(`SELECT setval('eventlog.${sequence}_id_seq', $1)`, [events])
}

/** Milliseconds of one append to a new stream, one after the other. */
async function appendTime(pool: pg.Pool, owner: pg.Pool): Promise<number> {
  const log = createPostgresLog(pool)
  const event = { type: 'EmailReserved', data: '{"userId":1,"subject":null}', metadata: '{}' }
  const append = () => log.append(`bench-${randomUUID()}`, 'no-stream', [{ ...event, id: randomUUID() }])
  const taken = await latencies(append, appendSamples)
  // The program must not find them.
  await owner.query(`DELETE FROM eventlog.events WHERE stream LIKE 'bench-%'`)
  await owner.query('UPDATE eventlog.head SET position = (SELECT max(position) FROM eventlog.events)')
  await log.close()
  return median(taken)
}

/** In a process of its own, like `npm run rebuild`. */
export async function rebuildAlone(url: string): Promise<Pick<GrowthFigures, 'rebuild' | 'rebuildMemory'>> {
  const child = fork(import.meta.filename, [url, appSecret], { execArgv: ['--max-semi-space-size=4'] })
  const [message] = await once(child, 'message')
  await once(child, 'exit')
  const [seconds, mb] = String(message).split(' ').map(Number)
  return { rebuild: seconds ?? Number.NaN, rebuildMemory: mb ?? Number.NaN }
}

async function rebuildOnce(url: string, secret: string): Promise<void> {
  const database = connect(url, { max: 4 })
  const { pool } = database
  const log = createPostgresLog(pool)
  const keys = createSubjectKeys({ pool, masterKey: loadSecrets({ appSecret: secret, dataDir: '.' }).master })
  const { decode } = createCodec({ keys, personalFields, upcasters })
  const began = performance.now()
  const { failed } = await rebuild({ log, decode, pool, projections, fresh: true })
  if (failed.length > 0) throw new Error(failed.map(({ reason }) => reason).join(' '))
  process.send?.(`${(performance.now() - began) / 1000} ${process.resourceUsage().maxRSS / 1024}`)
  await log.close()
  await database.close()
  process.disconnect()
}

type ProgramTimes = Pick<GrowthFigures, 'start' | 'memory' | 'command' | 'list' | 'page'>

async function programTimes(databaseUrl: string, starts: number): Promise<ProgramTimes> {
  const dataDir = mkdtempSync(join(tmpdir(), 'campaign-bench-'))
  const startTimes: number[] = []
  try {
    for (let round = 1; ; round++) {
      const program = await startProgram(databaseUrl, dataDir)
      // The first one fills the new data folder, and its reactors and its sealer go through the whole log.
      if (round > 1) startTimes.push(program.took)
      if (round === 1 || round > starts) await calm(program.pid)
      if (round <= starts) {
        await program.stop()
        continue
      }
      const memory = residentOf(program.pid)
      const get = (path: string) => async () => {
        const answer = await fetch(`${program.url}${path}`)
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
        await answer.arrayBuffer()
      }
      const time = async (work: () => Promise<void>) => median(await latencies(work, samples))
      const times = {
        list: await time(get('/api/prayers?page=1')),
        page: await time(get('/prayers')),
        command: await time(() => submitPrayer(program.url)),
      }
      await program.stop()
      return { start: median(startTimes), memory, ...times }
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function submitPrayer(url: string): Promise<void> {
  const answer = await fetch(`${url}/api/prayers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ firstName: 'Ruth', prayer: 'For wisdom.' }),
  })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Resolves when it is ready. */
export async function startProgram(databaseUrl: string, dataDir: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    APP_SECRET: appSecret,
    RATE_LIMITS: 'off',
    DEMO_CONTENT: 'off',
    MALLOC_ARENA_MAX: '2', // as in the image
  }
  const began = performance.now()
  const child = spawn(process.execPath, startArguments, {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok === true
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('The program did not start.')
    await delay(5)
  }
  return {
    url,
    pid: child.pid ?? 0,
    took: performance.now() - began,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const calmWindow = 2000 // ms
const calmShare = 0.05 // of one core
const calmWindows = 3 // in a row

/** Resolves once the process does next to nothing. Linux only. */
export async function calm(pid: number): Promise<void> {
  for (let quiet = 0, before = processorTimeOf(pid); quiet < calmWindows; ) {
    await delay(calmWindow)
    const now = processorTimeOf(pid)
    quiet = now - before < calmShare * calmWindow ? quiet + 1 : 0
    before = now
  }
}

export function growthTable(figures: readonly GrowthFigures[]): string {
  const heads = ['append, ms', 'command, ms', 'list, ms', 'page, ms', 'start, ms', 'idle, MB', 'rebuild, s', 'its MB']
  return table(
    ['Events', 'people', ...heads],
    figures.map(({ events, people, rebuildMemory, ...of }) => [
      events.toLocaleString('en-US'),
      people.toLocaleString('en-US'),
      ...growing.map((name) => of[name]),
      rebuildMemory,
    ]),
  )
}

/** Writes the chart next to the page that shows it. */
export const writeGrowthChart = (figures: readonly GrowthFigures[]): void =>
  writeFileSync(join(import.meta.dirname, '..', 'docs', 'images', 'growth.svg'), growthChart(figures))

if (import.meta.main) {
  const [, , url = '', secret = ''] = process.argv
  await rebuildOnce(url, secret)
}
