import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * On SIGTERM or SIGINT: answers 503 at /readyz for `drainSeconds`, so that a load balancer stops sending requests,
 * accepts no new connections, answers open requests, closes the parts in order (`onClose` hooks) and exits with 0. Open
 * requests are cut off after `timeout` ms; exits with 1 if closing fails or still hangs 5 s later. A second signal
 * exits immediately.
 */
export function closeOnSignals(
  app: FastifyInstance,
  { timeout = 10_000, drainSeconds = 0 }: { timeout?: number; drainSeconds?: number } = {},
): void {
  let isClosing = false

  const close = async (signal: NodeJS.Signals) => {
    if (isClosing) process.exit(1)
    isClosing = true
    app.log.info({ signal }, 'closing')
    if (drainSeconds > 0) {
      app.drain()
      await delay(drainSeconds * 1000)
    }
    setTimeout(() => {
      app.log.warn('Some requests did not finish in time and were cut off.')
      app.server.closeAllConnections()
    }, timeout).unref()
    setTimeout(() => process.exit(1), timeout + 5000).unref()
    try {
      await app.close()
      process.exit(0)
    } catch (error) {
      app.log.error({ err: error }, 'Shutdown failed.')
      process.exit(1)
    }
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
}
