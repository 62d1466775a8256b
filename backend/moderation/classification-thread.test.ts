import { createHash } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { constantModel } from '../../test/support/moderation/model-file.ts'
import { defaultThresholds, verdictOn } from '../domain/forum/screening.ts'
import { QueueFull } from '../kernel/concurrency/semaphore.ts'
import { bundledVersion, classifyByBundledModel } from './bundled-model.ts'
import { createClassificationThread } from './classification-thread.ts'
import { createModerators } from './moderators.ts'

/** The longest possible post, which takes long to judge. */
const long = (place: number) =>
  `Number ${place}. ${'Nobody fixed the county road, and the comissioner k-n-e-w it! '.repeat(200)}`.slice(0, 10_000)
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function thread(options: Partial<Parameters<typeof createClassificationThread>[0]> = {}) {
  const made = createClassificationThread({ read: async () => null, timeout: 20_000, ...options })
  onTestFinished(() => made.close())
  return made
}

describe('the thread in which posts are classified', () => {
  it('gives the answers of the bundled model', async () => {
    const { classify } = thread()
    for (const text of ['I disagree with the senator.', 'You are a pathetic idiot', ''])
      expect(await classify(text, null)).toEqual({ classification: classifyByBundledModel(text), failure: null })
  })

  it('leaves the event loop free while 24 long posts wait', async () => {
    const { classify } = thread()
    await classify('Warm', null)
    const [whole, own] = [process.cpuUsage(), process.threadCpuUsage()]
    await Promise.all(Array.from({ length: 24 }, (_, place) => classify(long(place), null)))
    const spent = ({ user, system }: NodeJS.CpuUsage) => user + system
    // This thread spends almost none of the time that judging takes.
    expect(spent(process.threadCpuUsage(own))).toBeLessThan(spent(process.cpuUsage(whole)) / 5)
  })

  it('refuses a post when too many wait', async () => {
    const { classify } = thread({ waiting: 1 })
    await classify('Warm', null)
    const answers = await Promise.allSettled(Array.from({ length: 5 }, (_, place) => classify(long(place), null)))
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    expect(refused.length).toBeGreaterThan(0)
    for (const reason of refused) expect(reason).toBeInstanceOf(QueueFull)
  })

  it('gets the file of an added model once, and again after the thread was replaced', async () => {
    const file = constantModel('added-1', 0.99)
    let reads = 0
    const { classify, isUsable } = thread({
      read: async () => {
        reads++
        return file
      },
    })
    const digest = digestOf(file)
    expect(await isUsable(digest)).toBe(true)
    expect((await classify('Hello, everybody.', digest)).classification.moderator).toMatch(/^added-1/)
    expect(reads).toBe(1)
  })
})

describe('a post that could not be judged in time', () => {
  it.each([
    ['too many wait', { waiting: 0 }],
    ['the time is over', { timeout: 1 }],
  ])('because %s is held for a person', async (_why, limits) => {
    const failures: string[] = []
    const { screen, close } = createModerators({
      files: { read: async () => null, write: async () => {}, remove: async () => {} },
      url: null,
      policy: async () => ({ ...defaultThresholds, model: null, digest: null }),
      defaultThresholds,
      onFailure: (reason) => failures.push(reason),
      limits,
    })
    onTestFinished(close)
    await screen('Warm')
    const text = long(1)
    expect(verdictOn(await screen(text))).toEqual({
      outcome: 'held',
      violationType: 'none',
      confidence: 30,
      reason: 'The check did not answer in time, so a person will look at this post.',
      suggestion: 'review',
      spans: [],
      moderator: 'not checked',
    })
    expect(failures.join()).toContain('A post could not be checked')
    expect(failures.join()).not.toContain('county')
  })
})

it('the version of the bundled model is known without decoding it', () => {
  expect(classifyByBundledModel('Hello').moderator).toContain(bundledVersion())
})
