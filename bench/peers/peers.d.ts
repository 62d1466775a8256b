// Types that the benchmarks use of the packages that only package.json here lists, so that types can be checked without them.

declare module '@event-driven-io/emmett-postgresql' {
  type Event = { type: string; data: object; metadata: object }
  export function getPostgreSQLEventStore(
    url: string,
    options: { connectionOptions: { pool: import('pg').Pool } },
  ): {
    schema: { migrate(): Promise<unknown> }
    appendToStream(
      stream: string,
      events: Event[],
      options: { expectedStreamVersion: 'STREAM_DOES_NOT_EXIST' },
    ): Promise<unknown>
    close(): Promise<void>
  }
}

declare module 'autocannon' {
  type Request = { method: string; path: string; headers: Record<string, string>; body: string }
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    requests: (Request & { setupRequest(request: Request): Request })[]
  }): Promise<{
    non2xx: number
    errors: number
    requests: { average: number }
    latency: { p99: number }
  }>
}

declare module 'lighthouse' {
  type Category = { id: string; score: number | null; auditRefs: { id: string; weight: number }[] }
  export type Result = {
    categories: Record<string, Category>
    audits: Record<string, { score: number | null; numericValue?: number }>
    runtimeError?: { code: string; message: string }
  }
  export default function lighthouse(
    url: string,
    flags: { port: number; output: 'json'; logLevel: 'error'; formFactor: 'mobile' },
  ): Promise<{ lhr: Result } | undefined>
}
