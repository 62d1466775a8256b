import type { ServerOptions } from 'node:http'

/** Milliseconds; no legitimate client is slower. */
export const timeouts = { headers: 10_000, request: 20_000, idle: 72_000, check: 5_000 }

/** Options of the server that passes its requests to Fastify. */
export const nodeServerOptions: ServerOptions = {
  headersTimeout: timeouts.headers,
  connectionsCheckingInterval: timeouts.check,
  keepAliveTimeout: timeouts.idle,
  requestTimeout: timeouts.request,
  // We answer a missing Host header ourselves, as JSON (foundation.ts).
  requireHostHeader: false,
}
