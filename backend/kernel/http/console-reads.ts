import '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { Database } from '../database/connect.ts'
import type { ReadReplica } from '../database/read-replica.ts'
import { maxBehind } from '../database/replica-lag.ts'
import { isStaff } from './staff-policy.ts'

type Readable = Pick<Database, 'knex' | 'pool'>
/** `now`: the moment as of which it is read, for what depends on the time. */
type ListSource = Pick<Database, 'knex'> & { now: Date }

/** Where lists and files of the console are read: from the read replica where there is one and it may, else from the primary. */
export type ConsoleReads = {
  /**
   * A list: as of at most a few seconds ago, and never older than what its reader has changed. A read that fails on the
   * replica, or finds nothing there, is made again on the primary; one of a program always is made there.
   */
  list<Result>(request: FastifyRequest, read: (source: ListSource) => Promise<Result>): Promise<Result>
  /** One item, always from the primary. */
  item<Result>(request: FastifyRequest, read: (source: ListSource) => Promise<Result>): Promise<Result>
  /** A file: as of now. */
  file<Part>(read: (database: Readable) => AsyncIterable<Part>): AsyncIterable<Part>
}

const isProgram = ({ person }: FastifyRequest): boolean => person?.apiKeyId !== undefined

const asOfNow = ({ knex }: Readable): ListSource => ({ knex, now: new Date() })

/** Without a replica. */
export const readsFrom = (primary: Readable): ConsoleReads => ({
  list: (_request, read) => read(asOfNow(primary)),
  item: (_request, read) => read(asOfNow(primary)),
  file: (read) => read(primary),
})

/** The cookie of a reader whose last change may not be in the read tables of the primary either. */
const everything = 'all'
const primaryReasons = ['away', 'behind', 'failed', 'program'] as const
const fileWait = 2000 // ms, until the replica has what the primary has

/**
 * A member of staff who changes something gets a cookie with the position of the primary after the change, so that every process
 * knows what the next list has to show. It is no secret: a reader who removes it sees a list that is a few seconds old. It
 * ends when a replica that is still behind it would not be read anyway. A program keeps no cookies, and its key is used by
 * several processes at once, so it gets none.
 */
export function createConsoleReads(
  app: FastifyInstance,
  {
    primary,
    replica,
    isHttps,
    registry,
  }: { primary: Readable; replica: ReadReplica; isHttps: boolean; registry: Registry },
): ConsoleReads {
  const name = `${isHttps ? '__Host-' : ''}changed_at`
  const cookie = {
    path: '/',
    sameSite: 'lax',
    secure: isHttps,
    httpOnly: true,
    maxAge: 2 * maxBehind,
  } as const
  const counter = new Counter({
    name: 'console_reads_total',
    help: 'Lists and files of the console, by the server that was read and, for the primary, the reason.',
    labelNames: ['server', 'reason'],
    registers: [registry],
  })
  counter.inc({ server: 'replica', reason: 'none' }, 0)
  for (const reason of primaryReasons) counter.inc({ server: 'primary', reason }, 0)
  const countReplica = () => counter.inc({ server: 'replica', reason: 'none' })
  const countPrimary = (reason: (typeof primaryReasons)[number]) => counter.inc({ server: 'primary', reason })

  app.addHook('onSend', async (request, reply) => {
    const { method, routeOptions } = request
    const isRead = method === 'GET' || method === 'HEAD'
    if (!isStaff(request) || isProgram(request) || (isRead && routeOptions.config.tellsOwnWork !== true)) return
    const position =
      request.pendingPosition === null ? await replica.primaryPosition().catch(() => everything) : everything
    reply.setCookie(name, String(position), cookie)
  })

  /** Position that the replica must have replayed for this reader; null: it does not do. */
  function neededBy({ cookies }: FastifyRequest): number | null {
    const value = cookies[name]
    if (value === undefined) return 0
    return /^\d{1,16}$/.test(value) ? Number(value) : null
  }

  async function isCurrent(): Promise<boolean> {
    if (replica.problem() !== null) return false
    return replica.hasReplayed(await replica.primaryPosition(), fileWait)
  }
  const whyNot = () => (replica.problem() === null ? 'behind' : 'away')

  return {
    async list(request, read) {
      if (isProgram(request)) {
        countPrimary('program')
        return read(asOfNow(primary))
      }
      const needed = neededBy(request)
      if (needed === null || !(await replica.hasReplayed(needed))) {
        countPrimary(whyNot())
        return read(asOfNow(primary))
      }
      try {
        const result = await replica.use((database) => read(asOfNow(database)))
        countReplica()
        return result
      } catch {
        countPrimary('failed')
        return read(asOfNow(primary))
      }
    },
    item: (_request, read) => read(asOfNow(primary)),
    async *file(read) {
      if (!(await isCurrent())) {
        countPrimary(whyNot())
        return yield* read(primary)
      }
      let hasBegun = false
      try {
        for await (const part of read(replica.database)) {
          if (!hasBegun) countReplica()
          hasBegun = true
          yield part
        }
        if (!hasBegun) countReplica()
      } catch (error) {
        // A byte that was sent cannot be taken back.
        if (hasBegun) throw error
        countPrimary('failed')
        yield* read(primary)
      }
    },
  }
}
