import { expect, it } from 'vitest'
import { createTestApp } from '../support/app/app.ts'

async function proxyCheck(env: Record<string, string>, remoteAddress: string, header: Record<string, string>) {
  const app = await createTestApp({ env })
  await app.app.inject({ url: '/api/session', remoteAddress, headers: header })
  const { checks } = (await app.app.inject('/readyz')).json()
  return checks.proxy
}

const forwarded = { 'x-forwarded-for': '203.0.113.7' }

it('a proxy nearby that TRUST_PROXY does not name is told at /readyz', async () => {
  expect(await proxyCheck({}, '127.0.0.1', forwarded)).toMatch(
    /^Requests come through a proxy at 127\.0\.0\.1, .*TRUST_PROXY/,
  )
})

it('nothing is said of a named one, without the header, or of a header that a stranger sends', async () => {
  expect(await proxyCheck({ TRUST_PROXY: '127.0.0.1' }, '127.0.0.1', forwarded)).toBe('ok')
  expect(await proxyCheck({}, '127.0.0.1', {})).toBe('ok')
  expect(await proxyCheck({}, '198.51.100.4', forwarded)).toBe('ok')
})
