import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inTime } from '../concurrency/in-time.ts'
import { isApiRequest } from './guards.ts'
import { HttpProblem } from './problem.ts'

type Starting = {
  isOpen(): boolean
  /** The database is up to date: from now on everything is answered. */
  open(): void
  /** The start takes longer, because the database does not answer: requests no longer wait for it. */
  isLate(): void
}

/** Milliseconds; a start takes one to a few seconds, and proxies wait longer than this. */
const timeout = 10_000

const needsDatabase = (request: FastifyRequest) => isApiRequest(request) || request.routeOptions.config.isPlainForm

/**
 * The API and the forms wait until the database is up to date, for at most `timeout` and not while it does not answer, because a
 * proxy sends requests as soon as the process listens, and not every proxy asks another process after a 503. Pages are served
 * at once. Register it before the checks of a request, so that these are of the moment in which it is answered.
 */
export function waitWhileStarting(app: FastifyInstance): Starting {
  let isOpen = false
  const waiting = new AbortController()
  const started = new Promise<void>((resolve) => waiting.signal.addEventListener('abort', () => resolve()))

  app.addHook('preClose', async () => waiting.abort())
  app.addHook('onRequest', async (request) => {
    if (waiting.signal.aborted || !needsDatabase(request)) return
    await inTime(started, timeout)
  })

  return {
    isOpen: () => isOpen,
    open() {
      isOpen = true
      waiting.abort()
    },
    isLate: () => waiting.abort(),
  }
}

/** A request that has waited for too long gets 503. */
export function refuseWhileStarting(app: FastifyInstance, isOpen: () => boolean): void {
  app.addHook('onRequest', async (request) => {
    if (!isOpen() && needsDatabase(request))
      throw new HttpProblem(503, 'The site is starting. Please try again in a moment.', {
        headers: { 'retry-after': '2' },
      })
  })
}
