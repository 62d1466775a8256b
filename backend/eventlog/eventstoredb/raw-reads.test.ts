import { expect, it } from 'vitest'
import { checkpoint, response } from '../../../test/support/log/eventstoredb-messages.ts'
import { messages, shared } from './protocol.ts'
import { isRecorded, received } from './raw-reads.ts'

const stored = {
  id: '0b4d4d52-6e1c-4a8e-9a0e-0f6a0c1f7d11',
  stream: 'note-Łódź',
  revision: 300,
  position: 2 ** 40,
  type: 'Noted',
  contentType: 'application/json',
  data: Buffer.from('{"text":"Zażółć 🙏"}'),
  metadata: Buffer.from('{}'),
  at: 0,
}
const bytesOf = (message: { serializeBinary(): Uint8Array }) => Buffer.from(message.serializeBinary())
const expected = {
  id: stored.id,
  stream: stored.stream,
  revision: 300,
  position: '1099511627776/1099511627776',
  type: 'Noted',
  data: '{"text":"Zażółć 🙏"}',
  metadata: '{}',
}

it('takes an event from the bytes of its message', () => {
  const event = received(bytesOf(response(stored)))
  expect(isRecorded(event)).toBe(true)
  expect({ ...event }).toEqual(expected)
})

it('takes what is missing for empty, and the first revision for 0', () => {
  const bare = new messages.ReadResp.ReadEvent().setEvent(
    new messages.ReadResp.ReadEvent.RecordedEvent().setId(new shared.UUID().setString(stored.id)),
  )
  const event = received(bytesOf(new messages.ReadResp().setEvent(bare)))
  expect({ ...event }).toEqual({
    id: stored.id,
    stream: '',
    revision: 0,
    position: '0/0',
    type: '',
    data: '',
    metadata: '',
  })
})

it.each(['0', '127', '128', '562949953421311', '562949953421312', '9007199254740993', '18446744073709551615'])(
  'knows position %s to the last digit',
  (position) => {
    const message = response(stored)
    message.getEvent()?.getEvent()?.setCommitPosition(position).setPreparePosition(position)
    expect(received(bytesOf(message))).toMatchObject({ position: `${position}/${position}` })
  },
)

it('skips fields that a later version adds', () => {
  const added = Buffer.from([0xf8, 0x01, 0x96, 0x01, 0xf2, 0x01, 0x01, 0x61, 0xed, 0x01, 1, 2, 3, 4])
  const [ending, event] = [
    bytesOf(response(stored)),
    bytesOf(response(stored).getEvent()?.getEvent() ?? response(stored)),
  ]
  expect({ ...received(Buffer.concat([ending, added])) }).toEqual(expected)
  const within = (field: number, parts: Buffer[]) => {
    const content = Buffer.concat(parts)
    return Buffer.concat([
      Buffer.from([field * 8 + 2, (content.length % 128) + 128, Math.floor(content.length / 128)]),
      content,
    ])
  }
  expect({ ...received(within(1, [added.subarray(0, 4), within(1, [added, event, added])])) }).toEqual(expected)
})

it('leaves every other message to the client', () => {
  const others = [checkpoint(stored), new messages.ReadResp().setFirstStreamPosition('7'), new messages.ReadResp()]
  for (const other of others) {
    const message = received(bytesOf(other))
    expect(message).toBeInstanceOf(messages.ReadResp)
    expect(message instanceof messages.ReadResp && bytesOf(message)).toEqual(bytesOf(other))
  }
})

it('throws for a message that is cut', () => {
  const whole = bytesOf(response(stored))
  for (let length = 1; length < whole.length; length++)
    expect(() => received(whole.subarray(0, length)), `${length} bytes`).toThrow()
})
