import { expect, it } from 'vitest'
import { LogUnavailable, type RecordedEvent } from '../event-log.ts'
import { createMemoryLandmarks } from './landmarks.ts'
import { createRecognition } from './recognition.ts'

const event = (id: string): RecordedEvent => ({
  id,
  type: 'Noted',
  data: '{}',
  metadata: '{}',
  stream: 'note-1',
  revision: 0,
  position: '137/137',
})

function recognize() {
  const log: RecordedEvent[] = []
  const alarms: string[] = []
  const recognition = createRecognition({
    landmarks: createMemoryLandmarks(),
    readEvent: async () => log[0],
    readFirst: async () => log[0],
    replaced: 'Another log.',
    onAlarm: (sentence) => alarms.push(sentence),
  })
  return { log, alarms, recognition }
}

it('takes the first log that it meets, and no other one after a reconnection', async () => {
  const { log, alarms, recognition } = recognize()
  log.push(event('one'))
  await recognition.recognized()
  recognition.lost()
  log[0] = event('two')
  await expect(recognition.recognized()).rejects.toThrow(LogUnavailable)
  await expect(recognition.recognized()).rejects.toThrow('Another log.')
  expect(alarms).toEqual(['Another log.'])
  log[0] = event('one')
  await recognition.recognized()
})

it('remembers the first event that was written to an empty log', async () => {
  const { log, recognition } = recognize()
  await recognition.recognized()
  log.push(event('one'))
  await recognition.holds(event('one'))
  recognition.lost()
  await recognition.recognized()
  log[0] = event('two')
  recognition.lost()
  await expect(recognition.recognized()).rejects.toThrow('Another log.')
})
