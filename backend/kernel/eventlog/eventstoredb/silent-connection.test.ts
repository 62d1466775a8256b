import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSilenceWatch } from './silent-connection.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function watched() {
  const onSilent = vi.fn()
  return { onSilent, watch: createSilenceWatch({ limit: 1000, onSilent }) }
}

it('calls back while calls wait for a silent server, with a new timeout each time', async () => {
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

it('ignores a server that answers some of the calls', async () => {
  const { watch, onSilent } = watched()
  watch.begin()
  for (let round = 0; round < 10; round++) {
    await vi.advanceTimersByTimeAsync(600)
    watch.touch()
  }
  expect(onSilent).not.toHaveBeenCalled()
})

it('expects no answer while no call waits', async () => {
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

it('checks twice, so that answers that arrived in a busy process count', async () => {
  const { watch, onSilent } = watched()
  watch.begin()
  await vi.advanceTimersByTimeAsync(1010)
  watch.touch()
  await vi.advanceTimersByTimeAsync(100)
  expect(onSilent).not.toHaveBeenCalled()
})
