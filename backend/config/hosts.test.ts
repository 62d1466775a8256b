import { expect, it } from 'vitest'
import { urlHere } from './hosts.ts'

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['site.local', 'http://site.local:3000'],
  ['::1', 'http://[::1]:3000'],
  ['[::1]', 'http://[::1]:3000'],
  ['fe80::1%eth0', 'http://[fe80::1]:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
])('a server that listens on %s is at %s', (host, url) => {
  expect(urlHere({ host, port: 3000 })).toBe(url)
  expect(new URL(url).origin).toBe(url)
})
