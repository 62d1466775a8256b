import { once } from 'node:events'
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** One registry per process; other rooms add their metrics to it. */
export const createRegistry = (): Registry => new Registry()

/**
 * `measurements_dropped_total` by kind: rows dropped since the start because a queue was full or the database rejected
 * them.
 */
export function countDropped(registry: Registry, counts: { [kind: string]: () => number }): void {
  new Gauge({
    name: 'measurements_dropped_total',
    help: 'Measurements dropped because a queue was full or the database rejected them.',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      for (const [kind, count] of Object.entries(counts)) this.set({ kind }, count())
    },
  })
}

/** `http_request_duration_seconds` by method, route pattern and status. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    // The route pattern, never the URL: few label values, and nothing personal.
    const route = request.routeOptions.url ?? 'unmatched'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}

export type MetricsListener = { port: number; close(): Promise<void> }

/** Serves the registry on a separate listener that other machines cannot reach; port 0 picks a free one. */
export async function listenForMetrics(registry: Registry, port: number): Promise<MetricsListener> {
  // Here, since measuring the process itself costs something that only a reader makes up for.
  collectDefaultMetrics({ register: registry })
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end('The metrics are at /metrics.\n')
      return
    }
    try {
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text)
    } catch {
      response.writeHead(503).end('The metrics could not be collected.\n')
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
