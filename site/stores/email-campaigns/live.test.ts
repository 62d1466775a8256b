import { atom } from 'nanostores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../test/support/browser/site-browser.ts'
import { moves, reloadWhile } from './live.ts'

let page: ReturnType<typeof stubBrowser>['page']

beforeEach(() => {
  vi.useFakeTimers()
  ;({ page } = stubBrowser())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function aStore() {
  const $state = atom('sending')
  const $isLoading = atom(false)
  let loads = 0
  const reload = async () => {
    loads += 1
  }
  reloadWhile({ $state, $isLoading, reload }, (state) => state === 'sending')
  return { $state, $isLoading, loads: () => loads }
}

test('an email campaign is polled every 1.5 seconds while it is being sent, and not after', () => {
  const { $state, loads } = aStore()
  const stop = $state.listen(() => {})
  vi.advanceTimersByTime(4500)
  expect(loads()).toBe(3)
  $state.set('sent')
  vi.advanceTimersByTime(60_000)
  expect(loads()).toBe(3)
  stop()
})

test('does not poll while the page is hidden, or while a response is pending', () => {
  const { $state, $isLoading, loads } = aStore()
  const stop = $state.listen(() => {})
  page.isHidden = true
  vi.advanceTimersByTime(6000)
  page.isHidden = false
  $isLoading.set(true)
  vi.advanceTimersByTime(6000)
  expect(loads()).toBe(0)
  stop()
})

test('does not poll once no island shows it', () => {
  const { $state, loads } = aStore()
  $state.listen(() => {})()
  vi.advanceTimersByTime(2000)
  const before = loads()
  vi.advanceTimersByTime(60_000)
  expect(loads()).toBe(before)
})

test('a scheduled email campaign is polled once its time has come', () => {
  vi.setSystemTime('2026-11-30T17:00:00Z')
  const scheduled = (scheduledFor: string) => moves({ status: 'scheduled', scheduledFor, progress: null })
  expect([scheduled('2026-11-30T17:00:00.000Z'), scheduled('2026-11-30T17:00:01.000Z')]).toEqual([true, false])
  expect(moves({ status: 'paused', scheduledFor: null, progress: null })).toBe(false)
})

test('a cancelled email campaign is polled until every waiting recipient is skipped', () => {
  const cancelled = (waiting: number) =>
    moves({
      status: 'cancelled',
      scheduledFor: null,
      progress: {
        recipients: 9,
        waiting,
        sent: 1,
        failed: 0,
        skipped: 8,
        rate: null,
        secondsLeft: null,
        waitsFor: null,
      },
    })
  expect([cancelled(3), cancelled(0)]).toEqual([true, false])
})
