import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { asOwner } from '../../../../test/support/database/database.ts'
import { startEventStoreDbServer } from '../../../../test/support/log/eventstoredb-server.ts'
import { fill } from '../../../../test/support/log/recorded.ts'
import { newKeys, type SealedLog, sealedLog } from '../../../../test/support/log/sealed-log.ts'
import { createEventStoreDbLog } from '../eventstoredb/eventstoredb-log.ts'
import { toPem } from './public-key.ts'
import { createSealer } from './sealer.ts'
import { runVerify } from './verify-command.ts'

/** Runs the command and returns its exit code and output. */
async function npmRunVerify(
  sealed: (SealedLog & { firstKey?: SealedLog['keys']['publicKey'] }) | null,
  args: string[] = [],
  isTTY = false,
) {
  let printed = ''
  const out = {
    isTTY,
    write(text: string) {
      printed += text
    },
  }
  const connect = async () => {
    if (sealed === null) throw new Error('the database does not answer.')
    const { log, pool, folder, keys, firstKey = keys.publicKey } = sealed
    return { log, pool, folder, keys: { publicKey: keys.publicKey, firstKey }, close: async () => {} }
  }
  const code = await runVerify({ args, connect, out })
  return { code, printed }
}

const alter = (sealed: SealedLog) => asOwner(sealed.pool, `UPDATE eventlog.events SET data = '{}' WHERE position = 5`)

describe('npm run verify', () => {
  it('says in one sentence that the log is intact', async () => {
    const sealed = await sealedLog('PostgreSQL')
    await fill(sealed.log, 1, 9)
    expect(await npmRunVerify(sealed)).toEqual({
      code: 0,
      printed: 'Intact: 8 events under 3 seals; 1 event newer than the last seal.\n',
    })
  })

  it('says in one sentence what is damaged', async () => {
    const sealed = await sealedLog('PostgreSQL')
    await alter(sealed)
    const { code, printed } = await npmRunVerify(sealed)
    expect(code).toBe(1)
    expect(printed).toMatch(/^Damaged: the event at position 5 was altered after seal 2 was created\..*\n$/)
  })

  it('names the streams that EventStoreDB is set up to shorten, until the setting is gone', async () => {
    const sealed = await sealedLog('PostgreSQL')
    await fill(sealed.log, 1, 9)
    const server = await startEventStoreDbServer()
    const log = createEventStoreDbLog(`esdb://127.0.0.1:${server.port}?tls=false`)
    onTestFinished(async () => {
      await log.close()
      server.close()
    })
    await fill(log, 1, 3)
    const set = (stream: string, settings: object) =>
      server.store.write(`$$${stream}`, 'any', [
        {
          id: crypto.randomUUID(),
          type: '$metadata',
          contentType: 'application/json',
          data: Buffer.from(JSON.stringify(settings)),
          metadata: Buffer.from('{}'),
        },
      ])
    set('prayer-1', { $maxCount: 10 })
    set('prayer-2', { $maxAge: 3600, $acl: {} })
    set('$stats-127.0.0.1:2113', { $maxAge: 3600 })
    const verify = () => npmRunVerify({ ...sealed, log })
    const { code, printed } = await verify()
    expect(code).toBe(1)
    expect(printed).toContain(
      'At risk: EventStoreDB is set up to delete events of prayer-1 ($maxCount), prayer-2 ($maxAge). Remove these settings',
    )
    set('prayer-1', {})
    set('prayer-2', { $acl: {} })
    expect((await verify()).printed).not.toContain('At risk')
  })

  it('prints its usage', async () => {
    const unknown = await npmRunVerify(null, ['--nonsense'])
    expect(unknown).toMatchObject({ code: 2, printed: expect.stringContaining('npm run verify -- --input FILE') })
    expect(await npmRunVerify(null, ['--input', 'log.jsonl'])).toMatchObject({
      code: 2,
      printed: expect.stringContaining('--public-key'),
    })
  })

  it('names the resource that it could not access', async () => {
    expect(await npmRunVerify(null)).toEqual({
      code: 2,
      printed: 'Nothing was verified: the database does not answer.\n',
    })
  })

  it('draws a progress bar on a terminal, and removes it afterwards', async () => {
    const sealed = await sealedLog('memory')
    await fill(sealed.log, 1992, 9)
    await sealed.sealer.close()
    const { log, pool, folder, signer } = sealed
    const sealer = createSealer({ log, pool, folder, signer, maxEvents: 2000 })
    await sealer.runOnce()
    await sealer.close()
    const { printed } = await npmRunVerify(sealed, [], true)
    expect(printed).toContain('[###############               ] 50 % 1000 events')
    expect(printed).toContain('\r\x1b[KIntact: 2000 events')
  })
})

describe('an export', () => {
  async function exported(damage: (sealed: SealedLog) => Promise<unknown> = async () => {}) {
    const sealed = await sealedLog('PostgreSQL')
    await damage(sealed)
    const file = join(sealed.folder, 'log.jsonl')
    const { code } = await npmRunVerify(sealed, ['--export', file])
    const offline = (key = `${file}.pem`) => npmRunVerify(null, ['--input', file, '--public-key', key])
    return { file, code, offline }
  }

  it('is verified without a database', async () => {
    const { offline, code } = await exported()
    expect(code).toBe(0)
    expect(await offline()).toMatchObject({ code: 0, printed: expect.stringContaining('Intact: 8 events') })
  })

  it.each([
    ['altered', alter, 'position 5 was altered'],
    [
      'dropped',
      ({ pool }: SealedLog) => asOwner(pool, 'DELETE FROM eventlog.events WHERE position = 5'),
      'position 5 was dropped',
    ],
  ])('of a damaged log reports the damage: %s', async (_kind, damage, sentence) => {
    const { offline, code } = await exported(damage)
    expect(code).toBe(1)
    expect(await offline()).toMatchObject({ code: 1, printed: expect.stringContaining(sentence) })
  })

  it.each([
    [
      'altered',
      (lines: string[]) => lines.with(-3, (lines.at(-3) ?? '').replace('PrayerApproved', 'PrayerDeleted')),
      'position 7 was altered',
    ],
    ['dropped', (lines: string[]) => lines.toSpliced(-3, 1), 'position 7 was dropped'],
    [
      'inserted',
      (lines: string[]) => lines.toSpliced(-3, 0, (lines.at(-3) ?? '').replace('"position":"7"', '"position":"6.5"')),
      'position 6.5 was',
    ],
    ['truncated', (lines: string[]) => lines.toSpliced(-3, 2), 'position 7'],
  ])('that was %s afterwards is detected', async (_kind, change, sentence) => {
    const { file, offline } = await exported()
    const lines = (await readFile(file, 'utf8')).split('\n')
    await writeFile(file, change(lines).join('\n'))
    expect(await offline()).toMatchObject({ code: 1, printed: expect.stringContaining(sentence) })
  })

  it('is rejected with another key', async () => {
    const { file, offline } = await exported()
    await writeFile(`${file}.other.pem`, toPem(newKeys().publicKey))
    expect(await offline(`${file}.other.pem`)).toMatchObject({
      code: 1,
      printed: expect.stringContaining('not signed by this key'),
    })
  })

  it('cannot be checked with a missing file or one that is not a key', async () => {
    const { file, offline } = await exported()
    expect(await offline(file)).toMatchObject({
      code: 2,
      printed: expect.stringContaining('does not contain an Ed25519 public key'),
    })
    expect(await offline(`${file}.missing`)).toMatchObject({ code: 2, printed: expect.stringContaining('ENOENT') })
  })
})
