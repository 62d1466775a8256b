import { describe, expect, it } from 'vitest'
import type { RecordedEvent } from '../event-log.ts'
import type { Landmarks } from './landmarks.ts'
import { createRecognition } from './recognition.ts'

const written: RecordedEvent = {
  id: 'one',
  type: 'Noted',
  data: '{}',
  metadata: '{}',
  stream: 'note-1',
  revision: 0,
  position: '137/137',
}

/** As in PostgreSQL: the first one counts. */
function createKeptLandmarks(): Landmarks {
  let kept: Awaited<ReturnType<Landmarks['read']>> = null
  return {
    read: async () => kept,
    async keep(landmark, hasClaims) {
      kept ??= { ...landmark, claimsUntil: new Date(hasClaims ? Date.now() + 60_000 : 0) }
    },
  }
}

function recognize() {
  const log: RecordedEvent[] = []
  const recognition = createRecognition({
    landmarks: createKeptLandmarks(),
    readEvent: async () => log[0],
    readFirst: async () => log[0],
    replaced: 'Another log.',
    onAlarm: () => {},
  })
  return { log, recognition }
}

describe('The recognition of a log without a landmark', () => {
  it('expects claims of an earlier version when it has events', async () => {
    const { log, recognition } = recognize()
    log.push(written)
    expect(await recognition.mayHaveClaims()).toBe(true)
  })

  it('expects none when it was empty, also when a reconnection finds the first event before its writer keeps it', async () => {
    const { log, recognition } = recognize()
    await recognition.recognized()
    log.push(written)
    recognition.lost()
    expect(await recognition.mayHaveClaims()).toBe(false)
    await recognition.holds(written)
    expect(await recognition.mayHaveClaims()).toBe(false)
  })
})
