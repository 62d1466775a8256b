import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { longTimeouts } from './support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const root = join(import.meta.dirname, '..')
const server = z.object({ port: z.int() })

const advisory = (severity: 'moderate' | 'high') => ({
  id: 1,
  url: 'https://registry.example/1',
  title: 'A hole',
  severity,
  vulnerable_versions: '*',
  cwe: [],
  cvss: { score: 0, vectorString: null },
})

/** The result of `.ci/audit` with a registry that answers with these advisories. */
async function audit(status: number, advisories: object): Promise<{ code: number; said: string }> {
  const registry = createServer((request, response) => {
    const isQuestion = request.method === 'POST' && request.url === '/-/npm/v1/security/advisories/bulk'
    request.resume()
    response.writeHead(isQuestion ? status : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isQuestion ? advisories : {}))
  }).listen(0, '127.0.0.1')
  await once(registry, 'listening')
  const cache = mkdtempSync(join(tmpdir(), 'campaign-npm-'))
  onTestFinished(() => {
    registry.close()
    rmSync(cache, { recursive: true })
  })
  const { port } = server.parse(registry.address())
  const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: cache }
  return new Promise((resolve) =>
    execFile(join(root, '.ci', 'audit'), { env }, (error, out) => resolve({ code: error ? 1 : 0, said: out })),
  )
}

it('an audit fails for an advisory of high severity in what production installs, and names it', async () => {
  const { code, said } = await audit(200, { fastify: [advisory('high')] })
  expect([code, said]).toEqual([1, expect.stringContaining('A hole')])
})

it('an audit passes with nothing worse than moderate', async () => {
  const said = 'Audit: no known hole of severity high or worse in what production installs.\n'
  expect(await audit(200, { fastify: [advisory('moderate')] })).toEqual({ code: 0, said })
})

it('a registry without a report fails no audit', async () => {
  expect(await audit(405, {})).toEqual({ code: 0, said: 'No audit: the registry gives no report.\n' })
})
