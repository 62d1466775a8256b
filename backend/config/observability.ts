import { z } from 'zod'
import { isDecodable } from './decodable.ts'

/** Reports of a running process to the outside, and how it ends. */
export const observabilityVariables = {
  /** Serves Prometheus metrics at this port; 0 picks a free one. Unset: no metrics. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  /** A client that sends it gets the metrics from everywhere; without it, they are for this machine alone. */
  METRICS_TOKEN: z.string().min(32, 'use at least 32 random characters').max(200).optional(),
  /** OpenTelemetry collector over HTTP. Unset: no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine((text) => pairsOf(text).every((pair) => /^[^=]+=/.test(pair) && isDecodable(pair)))
    .optional(),
  /**
   * Seconds in which a stopping process answers 503 at /healthz and /readyz but still accepts requests. Unset: one in
   * production, in which the proxies of docs/without-docker.md notice.
   */
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).optional(),
}

type Variables = z.output<z.ZodObject<typeof observabilityVariables>>

export type Observability = {
  metricsPort: number | undefined
  metricsToken: string | undefined
  /** null: no traces. */
  otlp: { endpoint: string; headers: { [name: string]: string } } | null
  drainSeconds: number
}

export const observability = (env: Variables, { isProduction }: { isProduction: boolean }): Observability => ({
  metricsPort: env.METRICS_PORT,
  metricsToken: env.METRICS_TOKEN,
  otlp: env.OTEL_EXPORTER_OTLP_ENDPOINT
    ? {
        endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
        headers: headersOf(env.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
      }
    : null,
  drainSeconds: env.DRAIN_SECONDS ?? (isProduction ? 1 : 0),
})

/** `key=value,key=value`, values percent-encoded (OpenTelemetry specification, OTLP exporter). */
function pairsOf(text: string): string[] {
  return text
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean)
}

const headersOf = (text: string): { [name: string]: string } =>
  Object.fromEntries(
    pairsOf(text).map((pair) => {
      const [name = ''] = pair.split('=', 1)
      return [name.trim(), decodeURIComponent(pair.slice(name.length + 1).trim())]
    }),
  )
