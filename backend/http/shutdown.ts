import type { FastifyInstance } from 'fastify'

/**
 * On SIGTERM or SIGINT: accepts no new connections, answers open requests, closes the parts in order (`onClose` hooks)
 * and exits with 0. Open requests are cut off after `timeout` ms; exits with 1 if closing fails or still hangs 5 s
 * later. A second signal exits immediately.
 */
export function closeOnSignals(app: FastifyInstance, { timeout = 10_000 }: { timeout?: number } = {}): void {
  let isClosing = false

  const close = async (signal: NodeJS.Signals) => {
    if (isClosing) process.exit(1)
    isClosing = true
    app.log.info({ signal }, 'closing')
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
