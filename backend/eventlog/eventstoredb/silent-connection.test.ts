import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSilenceWatch } from './silent-connection.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function watched() {
  const onSilent = vi.fn()
  return { onSilent, watch: createSilenceWatch({ limit: 1000, onSilent }) }
}

it('calls back while calls wait for a server that gives no sign, each time anew', async () => {
  const { watch, onSilent } = watched()
  watch.begin()
  await vi.advanceTimersByTimeAsync(900)
  watch.begin()
  expect(onSilent).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(onSilent).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2100)
  expect(onSilent).toHaveBeenCalledTimes(3)
})

it('leaves a server alone that answers some of the calls', async () => {
  const { watch, onSilent } = watched()
  watch.begin()
  for (let round = 0; round < 10; round++) {
    await vi.advanceTimersByTimeAsync(600)
    watch.heard()
  }
  expect(onSilent).not.toHaveBeenCalled()
})

it('expects nothing from a server that is asked nothing, however long', async () => {
  const { watch, onSilent } = watched()
  const end = watch.begin()
  end()
  end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onSilent).not.toHaveBeenCalled()
  // A later call has the whole time.
  watch.begin()
  await vi.advanceTimersByTimeAsync(900)
  expect(onSilent).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(onSilent).toHaveBeenCalledTimes(1)
})

it('looks twice, so that answers that have arrived in a busy process count', async () => {
  const { watch, onSilent } = watched()
  watch.begin()
  await vi.advanceTimersByTimeAsync(1010)
  watch.heard()
  await vi.advanceTimersByTimeAsync(100)
  expect(onSilent).not.toHaveBeenCalled()
})
