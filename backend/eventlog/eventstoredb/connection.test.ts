import { expect, it, onTestFinished, vi } from 'vitest'
import { connectToEventStoreDb } from './connection.ts'

function connect() {
  const connection = connectToEventStoreDb('esdb://127.0.0.1:1?tls=false', () => {})
  onTestFinished(() => connection.close())
  return connection
}
const settled = new Error('The append was settled.')

it('does not send an aborted call', async () => {
  const call = vi.fn(async () => 'sent')
  await expect(connect().ask(call, AbortSignal.abort(settled))).rejects.toBe(settled)
  expect(call).not.toHaveBeenCalled()
})

it('stops waiting for an aborted call', async () => {
  const controller = new AbortController()
  const asked = connect().ask(() => new Promise<string>(() => {}), controller.signal)
  controller.abort(settled)
  await expect(asked).rejects.toBe(settled)
})
