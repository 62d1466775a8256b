import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pollTimeout } from '../../../test/support/run/timeouts.ts'
import { ConnectionError } from '../../lib/api.ts'
import { createSingle } from './single.ts'

const failed = { title: 'Error loading figures' }
let answers: (() => Promise<number>)[]
const create = () => createSingle<number, object>({ query: {}, failed, read: () => (answers.shift() ?? never)() })
const never = () => new Promise<number>(() => {})

beforeEach(() => {
  answers = []
  vi.stubGlobal('addEventListener', () => {})
})
afterEach(() => void vi.unstubAllGlobals())

it('a value is loaded when an island shows it, and again when requested', async () => {
  vi.stubGlobal('document', {})
  answers = [async () => 1, async () => 2]
  const single = create()
  const stop = single.$state.listen(() => {})
  expect(single.$state.get()).toEqual({ status: 'loading' })
  await vi.waitFor(
    () => expect(single.$state.get()).toEqual({ status: 'loaded', value: 1, problem: null }),
    pollTimeout,
  )
  await single.reload()
  expect(single.$state.get()).toMatchObject({ value: 2 })
  stop()
})

it('a value that cannot be loaded shows the reason, and whether the connection is at fault', async () => {
  answers = [
    async () => {
      throw new Error('Out of order')
    },
    async () => {
      throw new ConnectionError('No answer')
    },
  ]
  const single = create()
  await single.reload()
  expect(single.$state.get()).toEqual({ status: 'failed', message: failed })
  await single.reload()
  expect(single.$state.get()).toEqual({ status: 'offline' })
})

it('a value that cannot be refreshed stays, with the problem', async () => {
  answers = [
    async () => 1,
    async () => {
      throw new Error('Out of order')
    },
  ]
  const single = create()
  await single.reload()
  await single.reload()
  expect(single.$state.get()).toEqual({ status: 'loaded', value: 1, problem: failed })
})

it('a value is changed in place', async () => {
  answers = [async () => 1]
  const single = create()
  await single.reload()
  single.change((value) => value + 1)
  expect(single.$state.get()).toMatchObject({ value: 2 })
})
