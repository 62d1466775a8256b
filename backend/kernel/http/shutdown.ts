import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { onStopSignals } from '../concurrency/stop-signals.ts'

/**
 * On SIGTERM or SIGINT: answers 503 at /healthz and /readyz for `drainSeconds`, so that a proxy stops sending requests, and
 * then accepts no new connections, answers open requests, closes the parts in order (`onClose` hooks) and exits with 0. Open
 * requests are cut off after `timeout` ms; exits with 1 if closing fails or still hangs 5 s later. A signal more
 * than a second after the first exits immediately. `onGiveUp` is called before an exit with 1, and must not wait.
 */
export function closeOnSignals(
  app: FastifyInstance,
  {
    timeout = 10_000,
    drainSeconds = 0,
    onDrain = () => {},
    onGiveUp = () => {},
  }: { timeout?: number; drainSeconds?: number; onDrain?: () => void; onGiveUp?: () => void } = {},
): void {
  const giveUp = () => {
    onGiveUp()
    process.exit(1)
  }

  const close = async (signal: NodeJS.Signals) => {
    app.log.info({ signal }, 'closing')
    if (drainSeconds > 0) {
      app.drain()
      onDrain()
      await delay(drainSeconds * 1000)
    }
    setTimeout(() => {
      app.log.warn('Some requests did not finish in time and were cut off.')
      app.server.closeAllConnections()
    }, timeout).unref()
    setTimeout(giveUp, timeout + 5000).unref()
    try {
      await app.close()
      process.exit(0)
    } catch (error) {
      app.log.error({ err: error }, 'Shutdown failed.')
      giveUp()
    }
  }
  onStopSignals(close, giveUp)
}
