import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'

export type CommandsInProgress = {
  /** Resolves when no command of a request is in progress, or after `limit` ms. */
  wait(limit: number): Promise<void>
  /** Milliseconds since a command was in progress; 0 while one is. */
  idleFor(): number
}

const reads: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** Counts the requests of this scope that change something, apart from those with a file, which take seconds. */
export function commandsInProgress(app: FastifyInstance): CommandsInProgress {
  let running = 0
  let endedAt = Number.NEGATIVE_INFINITY
  const waiting = new Set<() => void>()

  function end(): void {
    running--
    endedAt = performance.now()
    if (running > 0) return
    for (const goOn of waiting) goOn()
  }

  app.addHook('onRequest', async ({ method, routeOptions }, { raw }) => {
    if (reads.includes(method) || routeOptions.config.takesFile) return
    running++
    finished(raw, end)
  })

  return {
    async wait(limit) {
      if (running === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, limit)
      waiting.add(resolve)
      await promise
      waiting.delete(resolve)
      clearTimeout(timer)
    },
    idleFor: () => (running > 0 ? 0 : performance.now() - endedAt),
  }
}
