import type { FastifyInstance } from 'fastify'

export type Tracing = {
  /** Register before the routes, on the root instance. */
  register(app: FastifyInstance): Promise<void>
  /** Sends the remaining traces. */
  close(): Promise<void>
}

const spanPath = 'url.path'

/**
 * Sends a trace of each API request to an OpenTelemetry collector (OTLP over HTTP); an incoming `traceparent` is
 * continued. Loaded only where a collector is configured. Traces hold routes and times, like the log: no address, no
 * query and no error message, since PostgreSQL quotes values there.
 */
export async function startTracing(
  { endpoint, headers }: { endpoint: string; headers: { [name: string]: string } },
  version: string,
): Promise<Tracing> {
  const [{ FastifyOtelInstrumentation }, { OTLPTraceExporter }, { BatchSpanProcessor, NodeTracerProvider }, resources] =
    await Promise.all([
      import('@fastify/otel'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/resources'),
    ])
  const wordless = {
    onStart() {},
    onEnd(span: { events: unknown[]; status: { message?: string } }) {
      span.events.length = 0
      delete span.status.message
    },
    forceFlush: async () => {},
    shutdown: async () => {},
  }
  const provider = new NodeTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': 'campaign-site', 'service.version': version }),
    spanProcessors: [
      wordless,
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers })),
    ],
  })
  provider.register()
  const instrumentation = new FastifyOtelInstrumentation({
    ignorePaths: ({ url }) => url === '/healthz' || url === '/readyz',
    requestHook: (span, request) => void span.setAttribute(spanPath, request.routeOptions.url ?? 'unmatched'),
  })
  instrumentation.setTracerProvider(provider)
  return {
    async register(app) {
      await app.register(instrumentation.plugin())
    },
    close: () => provider.shutdown(),
  }
}
