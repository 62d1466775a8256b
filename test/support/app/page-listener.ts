import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { FirstSource } from '../../../backend/pages/serving/first-source.ts'
import { createPageServer } from '../../../backend/pages/serving/page-server.ts'
import type { PageStore } from '../../../backend/pages/serving/page-store.ts'

export type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** A page store behind a real socket; requests without a page get 418. */
export async function listenWithPages(
  store: PageStore,
  whenDone: (cleanUp: () => Promise<void>) => void,
  firstSource?: FirstSource,
) {
  const pages = createPageServer(store, { securityHeaders: { 'X-Content-Type-Options': 'nosniff' }, firstSource })
  const server = createServer({ requireHostHeader: false }, (req, res) => {
    if (!pages.tryServe(req, res)) res.writeHead(418).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  whenDone(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  const ask = (
    path: string,
    { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
  ) =>
    new Promise<Reply>((resolve, reject) => {
      const request = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        )
      })
      request.on('error', reject).end()
    })
  return { ask, pages, server, port, url: `http://127.0.0.1:${port}` }
}
