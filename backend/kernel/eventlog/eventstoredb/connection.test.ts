import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

it('names a file of the address that is missing or holds no certificate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'campaign-address-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const empty = join(folder, 'ca.crt')
  writeFileSync(empty, '')
  for (const [setting, sentence] of [
    [`tlsCAFile=${empty}.missing`, `The file ${empty}.missing cannot be read. Correct tlsCAFile in EVENTSTORE_URL`],
    [`tlsCAFile=${empty}`, `The file ${empty} has no certificate or key in PEM format. Correct tlsCAFile`],
    [`userCertFile=${folder}&userKeyFile=${empty}`, `The file ${folder} cannot be read. Correct userCertFile`],
  ])
    expect(() => connectToEventStoreDb(`esdb://127.0.0.1:1?${setting}`, () => {})).toThrow(sentence)
})
