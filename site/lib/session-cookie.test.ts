import { afterEach, expect, it, vi } from 'vitest'
import { hasSessionCookie } from './session-cookie.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['signed_in=1', true],
  ['variation=a; __Host-signed_in=1', true],
  ['', false],
  ['not_signed_in=1; x=signed_in=1', false],
])('with the cookies %j a person may be signed in: %s', (cookie, expected) => {
  vi.stubGlobal('document', { cookie })
  expect(hasSessionCookie()).toBe(expected)
})
