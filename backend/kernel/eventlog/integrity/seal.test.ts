import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { asRecorded, plainEvent } from '../../../../test/support/log/recorded.ts'
import { newSigner } from '../../../../test/support/log/sealed-log.ts'
import { toDer } from './public-key.ts'
import { createSeal, digestOf, merkleRoot, type SealedEvent, sealError } from './seal.ts'
import { sealFromJson, sealToJson } from './seal-text.ts'

const events = [1, 2, 3, 4, 5].map((n): SealedEvent => ({ position: String(n), digest: Buffer.alloc(32, n) }))
const [one, two, three, four, five] = events.map((event) => merkleRoot([event]))
const node = (a: Uint8Array = Buffer.of(), b: Uint8Array = Buffer.of()) =>
  createHash('sha256').update(Buffer.of(1)).update(a).update(b).digest()

describe('the Merkle root', () => {
  it('has the shape of RFC 6962 for any number of events', () => {
    expect(merkleRoot(events.slice(0, 2))).toEqual(node(one, two))
    expect(merkleRoot(events.slice(0, 3))).toEqual(node(node(one, two), three))
    expect(merkleRoot(events)).toEqual(node(node(node(one, two), node(three, four)), five))
  })

  it('depends on the order and on each position', () => {
    const [first, second] = events
    const swapped = [second, first].flatMap((event) => event ?? [])
    expect(merkleRoot(swapped)).not.toEqual(merkleRoot(events.slice(0, 2)))
    expect(merkleRoot(events.map((event) => ({ ...event, position: `${event.position}0` })))).not.toEqual(
      merkleRoot(events),
    )
  })
})

it('distinguishes events whose concatenated fields are the same', () => {
  const event = { ...plainEvent(1), stream: 'ab', revision: 1 }
  expect(digestOf({ ...event, type: 'a', data: 'bc' })).not.toEqual(digestOf({ ...event, type: 'ab', data: 'c' }))
  expect(digestOf({ ...event, stream: 'a', revision: 11 })).not.toEqual(
    digestOf({ ...event, stream: 'a1', revision: 1 }),
  )
})

it('hashes each field of an event after its length in bytes, however long it is', () => {
  for (const data of ['{}', '{"n":"é€😀"}', `{"n":"${'€'.repeat(20_000)}"}`]) {
    const event = { ...plainEvent(1), stream: 'prayer-1', revision: 1, data }
    const expected = createHash('sha256').update('event')
    for (const field of [event.id, 'prayer-1', '1', event.type, data, event.metadata]) {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(Buffer.byteLength(field))
      expected.update(length).update(field)
    }
    expect(digestOf(event)).toEqual(expected.digest())
  }
})

const signer = newSigner()
const { publicKey } = signer
const at = '2026-03-01T12:00:00.000Z'
const first = await createSeal(null, asRecorded([1, 2].map(plainEvent)), at, signer)
const second = await createSeal(first, asRecorded([3].map(plainEvent)), at, signer)

describe('a seal', () => {
  it('is valid on its own and after the previous seal', () => {
    expect(sealError(first, null, publicKey)).toBeNull()
    expect(sealError(second, first, publicKey)).toBeNull()
  })

  it('of many events lets the event loop turn while it is made', async () => {
    let turns = 0
    let isMade = false
    const turn = () => {
      turns++
      if (!isMade) setImmediate(turn)
    }
    setImmediate(turn)
    const events = asRecorded(Array.from({ length: 1000 }, (_, n) => plainEvent(n)))
    const seal = await createSeal(null, events, at, signer)
    isMade = true
    expect(turns).toBeGreaterThan(15)
    expect(sealError(seal, null, publicKey)).toBeNull()
  })

  it('survives a round trip through text', () => {
    expect(sealFromJson(sealToJson(second))).toEqual(second)
  })

  it('is rejected out of order', async () => {
    expect(sealError(second, null, publicKey)).not.toBeNull()
    const third = await createSeal(second, asRecorded([plainEvent(4)]), at, signer)
    expect(sealError(third, first, publicKey)).not.toBeNull()
  })

  it.each([
    ['time', { sealedAt: '2026-03-01T13:00:00.000Z' }],
    ['events', { events: first.events.slice(0, 1) }],
    ['root', { root: Buffer.alloc(32) }],
    ['hash', { hash: Buffer.alloc(32) }],
    ['signature', { signature: Buffer.alloc(64) }],
    ['predecessor', { previousHash: Buffer.alloc(32, 1) }],
  ])('is rejected with another %s', (_what, changed) => {
    expect(sealError({ ...first, ...changed }, null, publicKey)).not.toBeNull()
  })
  it('that announces a key is valid under that key only, also after a round trip', async () => {
    const next = newSigner()
    const third = await createSeal(second, asRecorded([plainEvent(4)]), at, next, { announcesKey: true })
    expect(sealError(third, second, publicKey)).toBeNull()
    expect(sealFromJson(sealToJson(third))).toEqual(third)
    const unannounced = await createSeal(second, asRecorded([plainEvent(4)]), at, next)
    expect(sealError(unannounced, second, publicKey)).toBe('it was not signed by this key')
    for (const key of [null, Buffer.of(1), toDer(publicKey)])
      expect(sealError({ ...third, publicKey: key }, second, next.publicKey)).not.toBeNull()
  })
})
