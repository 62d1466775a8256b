import type pg from 'pg'
import { type Backoff, pauseAfter } from '../kernel/concurrency/backoff.ts'
import { createSignal } from '../kernel/concurrency/signal.ts'
import { createLease, LeaseLost } from '../kernel/database/lease.ts'
import { type Fact, NewerEvent } from '../kernel/eventlog/decider.ts'
import {
  type EventLog,
  LogCorrupted,
  type Position,
  type RecordedEvent,
  StreamDeleted,
} from '../kernel/eventlog/event-log.ts'
import { type Lag, lagsBehind, type ReadEnd } from '../kernel/eventlog/lag.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { createReactorCheckpoints, type ReactorCheckpoint } from './reactor-checkpoints.ts'

const pollEvery = 250 // ms
const batchSize = 100 // events
/** Under load events are handled in groups, because effects are not urgent. */
const gatherFor = 50 // ms
const saveEvery = 1000 // ms, for positions without an effect

/** The reactor's position during this turn; saved right after an effect. */
type Place = { position: Position | null; savedAt: number; isSaved: boolean }

type Handler = { react(event: Recorded): Promise<void> }

/**
 * An effect of events outside the read model: mail, a guaranteed write, a follow-up command. Each event comes at least
 * once and in order, so handlers must be idempotent. `from`: where a reactor starts on its first run.
 */
export type Reactor = {
  name: string
  on: { [type: string]: Handler['react'] | undefined }
  /** False for events of these types that need no effect; must not query anything. */
  concerns?(event: Recorded): boolean
  from: 'start' | 'now'
}

/** A reactor to these events, as the file about it makes it. */
export type ReactsTo<Event extends Fact> = {
  name: string
  on: { [E in Event as E['type']]: (event: Recorded<E>) => Promise<void> }
}

/** The same reaction to events of several types. */
export function reactsToEach<Event extends Fact>(
  types: readonly Event['type'][],
  react: (event: Recorded<Event>) => Promise<void>,
): ReactsTo<Event>['on']
export function reactsToEach(types: readonly string[], react: unknown): object {
  return Object.fromEntries(types.map((type) => [type, react]))
}

export type ReactorStatus = {
  role: 'active' | 'standby' | 'closed'
  reactors: (ReactorCheckpoint & { lag: Lag })[]
}

export type ReactorRunner = {
  /** Before `start`. Throws when the name is taken. */
  add(reactor: Reactor): void
  start(): void
  /** `readEnd`: of the log, if the caller has read it already. */
  status(readEnd?: ReadEnd): Promise<ReactorStatus>
  /** Waits for running handlers, then lets the next process take over. */
  close(): Promise<void>
}

type Logger = { info(fields: object, message: string): void; error(fields: object, message: string): void }

/**
 * Runs the reactors in one process per database, each with its own checkpoint and independent of the others. A failing
 * event is retried with growing pauses and never skipped. At an event that only a newer release knows, they are left to
 * the process of that release. Rebuilds do not run reactors.
 */
export function createReactorRunner({
  log,
  decode,
  knownTypes,
  pool,
  logger = { info() {}, error() {} },
  leaseDuration = 5000,
  backoff = { first: 100, max: 60_000 },
  now = Date.now,
}: {
  log: EventLog
  decode: (recorded: readonly RecordedEvent[]) => Promise<Recorded[]>
  /** A reactor of a newer release may need the other types; without it, there are none. */
  knownTypes?: { has(type: string): boolean }
  pool: pg.Pool
  logger?: Logger
  /** Duration of the lease in ms. */
  leaseDuration?: number
  backoff?: Backoff
  now?: () => number
}): ReactorRunner {
  const lease = createLease({ pool, name: 'reactors', leaseDuration })
  const checkpoints = createReactorCheckpoints({ log, pool, lease })
  const reactors = new Map<string, Reactor>()
  const closing = new AbortController()
  let running: Promise<void> | null = null
  let isSuperseded = false

  async function pause(ms: number, signal: AbortSignal): Promise<void> {
    const wakeSignal = createSignal(signal)
    await wakeSignal.wait(ms)
    wakeSignal.stop()
  }

  /** One turn as the active process, until the lease is lost or the runner closes. */
  async function hold(): Promise<void> {
    const turn = new AbortController()
    const signal = AbortSignal.any([closing.signal, turn.signal])
    const keeping = (async () => {
      while (!signal.aborted) {
        await pause(leaseDuration / 5, signal)
        await lease.renew().catch((error) => {
          if (error instanceof LeaseLost) turn.abort()
        })
      }
    })()
    await Promise.all([...reactors.values()].map((reactor) => follow(reactor, signal, turn)))
    turn.abort()
    await keeping
  }

  /** Passes events to one reactor for the duration of the turn. */
  async function follow(reactor: Reactor, signal: AbortSignal, turn: AbortController): Promise<void> {
    const wakeSignal = createSignal(signal)
    const unsubscribe = log.onAppend(wakeSignal.raise)
    let place: Place | null = null
    for (let failures = 0; !signal.aborted; ) {
      try {
        place ??= { ...(await checkpoints.open(reactor)), savedAt: now(), isSaved: true }
        const recorded = await log.readNew(place.position, batchSize)
        await give(reactor, recorded, place, signal)
        const isQuiet = recorded.length === 0
        if (!place.isSaved && now() - place.savedAt >= saveEvery) await save(reactor, place)
        if (isQuiet) await wakeSignal.wait(pollEvery)
        else if (recorded.length < batchSize) await pause(gatherFor, signal)
        failures = 0
      } catch (error) {
        place = null
        log.forgetRecent()
        if (error instanceof LeaseLost) turn.abort()
        else if (error instanceof NewerEvent) {
          isSuperseded = true
          logger.error({ err: error, reactor: reactor.name }, error.message)
          turn.abort()
        } else if (error instanceof LogCorrupted)
          logger.error({ err: error, reactor: reactor.name }, `ALARM: ${error.message}`)
        else logger.error({ err: error, reactor: reactor.name }, 'A reactor could not go on; it tries again.')
        await pause(waitAfter(failures++), signal)
      }
    }
    unsubscribe()
    wakeSignal.stop()
  }

  /** Most events have no effect: they are skipped, undecoded if possible, and saved only now and then. */
  async function give(reactor: Reactor, recorded: readonly RecordedEvent[], place: Place, signal: AbortSignal) {
    const handled = await decode(recorded.filter(({ type }) => reactor.on[type] || knownTypes?.has(type) === false))
    for (const event of handled) {
      const react = reactor.on[event.type]
      if (!react || reactor.concerns?.(event) === false) continue
      if (!(await runWithRetries(reactor, event, react, signal))) return
      place.position = event.position
      await save(reactor, place)
    }
    const last = recorded.at(-1)
    if (!last || last.position === place.position) return
    place.position = last.position
    place.isSaved = false
  }

  async function save(reactor: Reactor, place: Place): Promise<void> {
    if (place.position !== null) await checkpoints.move(reactor, place.position)
    place.savedAt = now()
    place.isSaved = true
  }

  /** Retries until it succeeds; false when the turn ended first. */
  async function runWithRetries(reactor: Reactor, event: Recorded, react: Handler['react'], signal: AbortSignal) {
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await react(event)
        return true
      } catch (error) {
        const { id, type, position } = event
        if (error instanceof StreamDeleted) {
          const { stream } = error
          const passed = `Reactor ${reactor.name} passed over ${type} ${id} at position ${position}, because stream ${stream} was deleted for good.`
          logger.error({ reactor: reactor.name, stream }, `ALARM: ${passed}`)
          return true
        }
        const wait = waitAfter(failures)
        const reason = `Reactor ${reactor.name} failed on ${type} ${id} at position ${position} (${kindOf(error)}).`
        logger.error({ err: error, reactor: reactor.name, attempt: failures + 1, retryIn: wait }, reason)
        await checkpoints.fail(reactor, position, reason)
        await pause(wait, signal)
      }
    }
    return false
  }

  const waitAfter = (failures: number) => pauseAfter(failures, backoff)

  async function run(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted && !isSuperseded; ) {
      try {
        if (await lease.acquire()) {
          logger.info({}, 'The reactors run in this process.')
          await hold()
        } else await pause(pollEvery, closing.signal)
        failures = 0
      } catch (error) {
        logger.error({ err: error }, 'The reactors wait for the database.')
        await pause(waitAfter(failures++), closing.signal)
      }
    }
    await lease.release().catch(() => {})
  }

  return {
    add(reactor) {
      if (reactors.has(reactor.name)) throw new Error(`There are two reactors named ${reactor.name}.`)
      reactors.set(reactor.name, reactor)
    },
    start() {
      running ??= run()
    },
    async status(readEnd = log.head) {
      const found = await checkpoints.read([...reactors.keys()])
      const positions = found.map(({ position }) => position)
      const lags = await lagsBehind(log, readEnd, positions, now())
      const role = closing.signal.aborted ? 'closed' : lease.epoch === null ? 'standby' : 'active'
      return {
        role,
        reactors: found.map((one, index) => ({ ...one, lag: lags[index] ?? { events: null, seconds: null } })),
      }
    },
    async close() {
      closing.abort()
      await running
    },
  }
}

/**
 * Not the error’s message, which may name a person: /readyz shows the reason, and the request log has the full error.
 */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  return 'code' in error ? `${error.name} ${error.code}` : error.name
}
