import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $toast, pauseToast, resumeToast, showError, showToast } from './toasts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a toast stays for 5000 ms', () => {
  showToast({ title: 'Saved' })
  vi.advanceTimersByTime(4999)
  expect($toast.get()).toMatchObject({ title: 'Saved', variant: 'default' })
  vi.advanceTimersByTime(1)
  expect($toast.get()).toBeNull()
})

test('only one toast shows at a time, and the new one has its full time', () => {
  showToast({ title: 'First' })
  vi.advanceTimersByTime(4000)
  showError({ title: 'Second' })
  vi.advanceTimersByTime(4000)
  expect($toast.get()).toMatchObject({ title: 'Second', variant: 'destructive' })
})

test('a toast that is being read stays', () => {
  showToast({ title: 'Saved' })
  pauseToast()
  vi.advanceTimersByTime(60_000)
  expect($toast.get()).toMatchObject({ title: 'Saved' })
  resumeToast()
  vi.advanceTimersByTime(5000)
  expect($toast.get()).toBeNull()
})
