import type { FastifyInstance } from 'fastify'

/**
 * On SIGTERM or SIGINT: accepts no more, answers what is open, closes the parts in order (`onClose` hooks) and exits
 * with 0. After `timeout` ms open requests are cut; a close that still hangs 5 s later, or fails, exits with 1.
 * A second signal exits at once.
 */
export function closeOnSignals(app: FastifyInstance, { timeout = 10_000 }: { timeout?: number } = {}): void {
  let isClosing = false

  const close = async (signal: NodeJS.Signals) => {
    if (isClosing) process.exit(1)
    isClosing = true
    app.log.info({ signal }, 'closing')
    setTimeout(() => {
      app.log.warn('Some requests did not end in time and are cut.')
      app.server.closeAllConnections()
    }, timeout).unref()
    setTimeout(() => process.exit(1), timeout + 5000).unref()
    try {
      await app.close()
      process.exit(0)
    } catch (error) {
      app.log.error({ err: error }, 'The close failed.')
      process.exit(1)
    }
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
}
