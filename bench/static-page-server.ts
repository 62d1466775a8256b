import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import fastify from 'fastify'
import { securityHeaders } from '../backend/kernel/http/security-headers.ts'
import { loadBuiltPages } from '../backend/pages/serving/built-pages.ts'
import { createPageServer } from '../backend/pages/serving/page-server.ts'
import { createPageStore } from '../backend/pages/serving/page-store.ts'

/** One server of bench/static-page.ts in its own process: `static-page-server.ts <kind> <dist> <path>`. */
const [kind, dist = '', path = '/'] = process.argv.slice(2)
const store = createPageStore({ securityHeaders: securityHeaders({ isHttps: true }) })
loadBuiltPages(dist, store)
const page = store.get(path)
if (!page) throw new Error(`There is no page ${path} in ${dist}.`)
const { body } = page.answers.br

async function ours() {
  const pages = createPageServer(store)
  const app = fastify({
    serverFactory: (handler) => createServer((req, res) => void (pages.tryServe(req, res) || handler(req, res))),
  })
  await app.ready()
  return app.server
}

async function fastifyStaticServer() {
  const root = mkdtempSync(join(tmpdir(), 'static-page-'))
  writeFileSync(join(root, 'index.html'), page?.answers.identity.body ?? '')
  writeFileSync(join(root, 'index.html.br'), body)
  const app = fastify()
  await app.register(fastifyStatic, { root, preCompressed: true })
  await app.ready()
  return app.server
}

const constant: RequestListener = (_req, res) => {
  res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.byteLength })
  res.end(body)
}

const server = kind === 'ours' ? await ours() : kind === 'static' ? await fastifyStaticServer() : createServer(constant)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
})
