import type { FastifyInstance } from 'fastify'

/**
 * Finds a reverse proxy that TRUST_PROXY does not name: requests that come from this machine or its network and name another
 * client. Without the setting, all visitors count as one network in every limit. Null: none was seen. A stranger can send
 * the header from afar, so that it counts only from addresses that are `isNear`.
 */
export function watchForUnknownProxy(
  app: FastifyInstance,
  { trustProxy, isNear }: { trustProxy: readonly string[]; isNear: (address: string) => boolean },
): () => string | null {
  let found: string | null = null
  if (trustProxy.length > 0) return () => null
  app.addHook('onRequest', async ({ socket, headers, log }) => {
    const address = (socket.remoteAddress ?? '').replace('::ffff:', '')
    if (found !== null || headers['x-forwarded-for'] === undefined || !isNear(address)) return
    found = `Requests come through a proxy at ${address}, which TRUST_PROXY does not name: all visitors count as one network. Set TRUST_PROXY to that address.`
    log.warn({}, found)
  })
  return () => found
}
