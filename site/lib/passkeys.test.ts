import { expect, test, vi } from 'vitest'
import { deviceName, hasPasskeys, isDeclined, isOnDevice } from './passkeys.ts'

test('a device gets a name that its owner recognizes', () => {
  expect(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)')).toBe('iPhone')
  expect(deviceName('Mozilla/5.0 (Linux; Android 16)')).toBe('Android phone')
  expect(deviceName('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)')).toBe('Mac')
  expect(deviceName('curl/8')).toBe('This device')
})

test('passkeys are available where the browser supports them and the site has a name', () => {
  const at = (hostname: string) => {
    vi.stubGlobal('location', { hostname })
    return hasPasskeys()
  }
  expect(at('www.example.org')).toBe(false)
  vi.stubGlobal('PublicKeyCredential', {})
  expect([at('www.example.org'), at('localhost'), at('127.0.0.1'), at('[::1]')]).toEqual([true, true, false, false])
  vi.unstubAllGlobals()
})

test('a declined request is distinguished from a failed one', () => {
  const named = (name: string) => Object.assign(new Error('x'), { name })
  expect([named('NotAllowedError'), named('AbortError'), named('TypeError'), 'x'].map(isDeclined)).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(isOnDevice(named('InvalidStateError'))).toBe(true)
})
