import { expect, it } from 'vitest'
import { LogUnavailable, type RecordedEvent, StreamDeleted } from '../event-log.ts'
import { createLogIdentityCheck } from './log-identity.ts'
import { createMemoryIdentityStore } from './log-identity-store.ts'

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
  const deleted = new Set<string>()
  const identityCheck = createLogIdentityCheck({
    identityStore: createMemoryIdentityStore(),
    readEvent: async ({ stream }) => {
      if (deleted.has(stream)) throw new StreamDeleted(stream)
      return log[0]
    },
    readFirst: async () => log[0],
    replaced: 'Another log.',
    used: 'An older log.',
    onAlarm: (sentence) => alarms.push(sentence),
  })
  return { log, alarms, deleted, identityCheck }
}

it('takes the first log that it meets, and no other one after a reconnection', async () => {
  const { log, alarms, identityCheck } = recognize()
  log.push(event('one'))
  await identityCheck.recognized()
  identityCheck.lost()
  log[0] = event('two')
  await expect(identityCheck.recognized()).rejects.toThrow(LogUnavailable)
  await expect(identityCheck.recognized()).rejects.toThrow('Another log.')
  expect(alarms).toEqual(['Another log.'])
  log[0] = event('one')
  await identityCheck.recognized()
})

it('remembers the first event that was written to an empty log', async () => {
  const { log, identityCheck } = recognize()
  await identityCheck.recognized()
  log.push(event('one'))
  await identityCheck.holds(event('one'))
  identityCheck.lost()
  await identityCheck.recognized()
  log[0] = event('two')
  identityCheck.lost()
  await expect(identityCheck.recognized()).rejects.toThrow('Another log.')
})

it('still recognizes a log of which the remembered stream was deleted for good', async () => {
  const { log, alarms, identityCheck, deleted } = recognize()
  log.push(event('one'))
  await identityCheck.recognized()
  deleted.add('note-1')
  identityCheck.lost()
  await identityCheck.recognized()
  expect(alarms).toEqual([])
})
