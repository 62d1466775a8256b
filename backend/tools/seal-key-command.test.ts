import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { asOwner } from '../../test/support/database/database.ts'
import { startEventStoreDbServer } from '../../test/support/log/eventstoredb-server.ts'
import { fill } from '../../test/support/log/recorded.ts'
import { newSigner, type SealedLog, sealedLog } from '../../test/support/log/sealed-log.ts'
import type { SealKey } from '../config/load-seal-key.ts'
import { upcasters } from '../event-schemas/upcasters.ts'
import { createCodec } from '../kernel/eventlog/codec.ts'
import { createMemorySubjectKeys } from '../kernel/eventlog/encryption/subject-keys-memory.ts'
import { type EventLog, LogCorrupted } from '../kernel/eventlog/event-log.ts'
import { createEventStoreDbLog } from '../kernel/eventlog/eventstoredb/eventstoredb-log.ts'
import { createHandle } from '../kernel/eventlog/handle.ts'
import { fingerprintOf, toPem } from '../kernel/eventlog/integrity/public-key.ts'
import { createSeal, type Seal } from '../kernel/eventlog/integrity/seal.ts'
import { readSealFile, sealFile } from '../kernel/eventlog/integrity/seal-file.ts'
import { insertSeal, readSealTable } from '../kernel/eventlog/integrity/seal-table.ts'
import { sealToJson } from '../kernel/eventlog/integrity/seal-text.ts'
import { createSealer } from '../kernel/eventlog/integrity/sealer.ts'
import { createCommandSigner, type Signer } from '../kernel/eventlog/integrity/signer.ts'
import { eventsOf, verifyLog } from '../kernel/eventlog/integrity/verify.ts'
import { runVerify } from '../kernel/eventlog/integrity/verify-command.ts'
import { personalFields } from '../topics/index.ts'
import { changeSealKey } from './seal-key-command.ts'

type Site = Pick<SealedLog, 'log' | 'pool' | 'folder'> & { derived: Signer }

/** A site whose seals are signed by the key derived from APP_SECRET; it is stopped. */
async function stoppedSite(): Promise<Site> {
  const { log, pool, folder, sealer, signer } = await sealedLog('PostgreSQL')
  await sealer.close()
  return { log, pool, folder, derived: signer }
}

const keyOf = (site: Site, signer: Signer): SealKey => ({
  signer,
  publicKey: signer.publicKey,
  firstKey: site.derived.publicKey,
})

function sealerOf(site: Site, signer: Signer) {
  const sealer = createSealer({ ...site, ...keyOf(site, signer) })
  onTestFinished(() => sealer.close())
  return sealer
}

/** `npm run admin -- seal-key` with this key in the settings. */
async function change(site: Site, signer: Signer, replaced?: string) {
  const codec = createCodec({ keys: createMemorySubjectKeys(), personalFields, upcasters })
  const lines: string[] = []
  const code = await changeSealKey(replaced, {
    ...site,
    handle: createHandle({ log: site.log, codec }),
    sealKey: keyOf(site, signer),
    now: () => new Date('2026-03-01T12:00:00Z'),
    print: (line) => lines.push(line),
  })
  return { code, said: lines.join('\n') }
}

const verifyWith = (site: Site, { publicKey }: Signer, log: EventLog = site.log) =>
  verifyLog({
    events: eventsOf(log),
    seals: { table: readSealTable(site.pool), file: readSealFile(sealFile(site.folder)) },
    publicKey,
    firstKey: site.derived.publicKey,
  })

const typesOf = async ({ log }: Site) => (await log.readAll(null, 100)).map(({ type }) => type)
const refused = { kind: 'seal', reason: expect.stringContaining('someone sealed the log anew') }

describe('a change of the key', () => {
  it('verifies all seals, is an event, and lets the new key vouch for everything', async () => {
    const site = await stoppedSite()
    const outside = newSigner()
    const { code, said } = await change(site, outside)
    expect(said).toContain('Intact: 8 events under 3 seals; 0 events newer than the last seal.')
    expect(said).toContain(`From here on the seals are signed by key ${fingerprintOf(outside.publicKey)}`)
    expect(code).toBe(0)
    expect((await typesOf(site)).at(-1)).toBe('SealKeyChanged')
    expect(await verifyWith(site, outside)).toMatchObject({ seals: 4, events: 9, unsealed: 0, damage: null })
    expect((await verifyWith(site, site.derived)).damage).toMatchObject({ ...refused, seal: 4 })

    await fill(site.log, 2, 9)
    expect(await sealerOf(site, outside).runOnce()).toBe(2)
    expect(await verifyWith(site, outside)).toMatchObject({ seals: 5, events: 11, damage: null })
    const seals = await Array.fromAsync(readSealTable(site.pool))
    expect(seals.map(({ publicKey }) => publicKey !== null)).toEqual([false, false, false, true, false])
  })

  it('is done once: the second run has nothing to do', async () => {
    const site = await stoppedSite()
    const outside = newSigner()
    await change(site, outside)
    const again = await change(site, outside)
    expect(again).toEqual({ code: 0, said: `The seals are signed by key ${fingerprintOf(outside.publicKey)} already.` })
    expect((await typesOf(site)).filter((type) => type === 'SealKeyChanged')).toHaveLength(1)
  })

  it('that was cut off before its seal is completed, with one event', async () => {
    const site = await stoppedSite()
    const outside = newSigner()
    let times = 0
    const cutOff: Signer = {
      ...outside,
      sign: (hash) => (++times === 1 ? outside.sign(hash) : Promise.reject(new Error('killed'))),
    }
    await expect(change(site, cutOff)).rejects.toThrow('killed')
    expect((await verifyWith(site, site.derived)).unsealed).toBe(1)
    expect((await change(site, outside)).code).toBe(0)
    expect((await typesOf(site)).filter((type) => type === 'SealKeyChanged')).toHaveLength(1)
    expect((await verifyWith(site, outside)).damage).toBeNull()
  })

  it('from one outside key to the next, and back, names the one it replaces', async () => {
    const site = await stoppedSite()
    const [first, second] = [newSigner(), newSigner()]
    await change(site, first)
    const asked = await change(site, second)
    const name = fingerprintOf(first.publicKey)
    expect(asked).toMatchObject({ code: 1, said: expect.stringContaining(`npm run admin -- seal-key ${name}`) })
    expect((await change(site, second, 'SHA256:other')).said).toContain('Do not go on before you know why.')
    expect((await change(site, second, name)).code).toBe(0)
    expect((await verifyWith(site, second)).damage).toBeNull()
    expect((await change(site, site.derived, fingerprintOf(second.publicKey))).code).toBe(0)
    expect(await verifyWith(site, site.derived)).toMatchObject({ seals: 6, damage: null })
    expect((await verifyWith(site, second)).damage).toMatchObject({ ...refused, seal: 6 })
  })

  it('is rejected while a process of the site seals', async () => {
    const site = await stoppedSite()
    await sealerOf(site, site.derived).take()
    expect(await change(site, newSigner())).toEqual({
      code: 1,
      said: 'The site is running. Stop all of its processes, then run this again.',
    })
    expect(await typesOf(site)).not.toContain('SealKeyChanged')
  })

  it('is rejected when the log was changed, or the new key does not sign', async () => {
    const site = await stoppedSite()
    const silent = createCommandSigner({ command: ['/nowhere'], publicKey: newSigner().publicKey, environment: {} })
    expect(await change(site, silent)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^SEAL_KEY_COMMAND names/),
    })
    await asOwner(site.pool, `UPDATE eventlog.events SET data = '{}' WHERE position = 5`)
    const { code, said } = await change(site, newSigner())
    expect([code, said]).toEqual([1, expect.stringMatching(/position 5 was altered.*\nThe key was not changed/)])
    expect(await typesOf(site)).not.toContain('SealKeyChanged')
  })

  it('stops a process that still has the previous key', async () => {
    const site = await stoppedSite()
    await change(site, newSigner())
    await fill(site.log, 1, 9)
    await expect(sealerOf(site, site.derived).runOnce()).rejects.toBeInstanceOf(LogCorrupted)
    expect((await Array.fromAsync(readSealTable(site.pool))).length).toBe(4)
  })

  it('is verified offline with the new public key alone', async () => {
    const site = await stoppedSite()
    const outside = newSigner()
    await change(site, outside)
    const file = join(site.folder, 'log.jsonl')
    const connect = async () => ({ ...site, keys: keyOf(site, outside), close: async () => {} })
    const out = { write: () => {} }
    expect(await runVerify({ args: ['--export', file], connect, out })).toBe(0)
    expect(await readFile(`${file}.pem`, 'utf8')).toBe(toPem(outside.publicKey))
    const offline = (key: string) => runVerify({ args: ['--input', file, '--public-key', key], connect, out })
    expect(await offline(`${file}.pem`)).toBe(0)
    await writeFile(`${file}.old.pem`, toPem(site.derived.publicKey))
    expect(await offline(`${file}.old.pem`)).toBe(1)
    await writeFile(file, (await readFile(file, 'utf8')).replace('"firstKey":"MCow', '"firstKey":"MCoA'))
    expect(await offline(`${file}.pem`)).toBe(2)
  })

  it('works over the log in EventStoreDB', async () => {
    const { pool, folder, signer, sealer } = await sealedLog('memory')
    await sealer.close()
    await asOwner(pool, 'DELETE FROM eventlog.seals')
    await writeFile(sealFile(folder), '')
    const server = await startEventStoreDbServer()
    const log = createEventStoreDbLog(`esdb://127.0.0.1:${server.port}?tls=false`)
    onTestFinished(async () => {
      await log.close()
      server.close()
    })
    const site = { log, pool, folder, derived: signer }
    await fill(log, 3)
    const first = sealerOf(site, signer)
    expect(await first.runOnce()).toBe(3)
    await first.close()
    const outside = newSigner()
    expect((await change(site, outside)).code).toBe(0)
    expect(await verifyWith(site, outside)).toMatchObject({ seals: 2, events: 4, unsealed: 0, damage: null })
  })
})

it('a site that starts with an outside key announces it in its first seal', async () => {
  const site = await stoppedSite()
  await asOwner(site.pool, 'DELETE FROM eventlog.seals')
  await writeFile(sealFile(site.folder), '')
  const outside = newSigner()
  expect((await change(site, outside)).said).toMatch(
    /^Nothing is sealed yet\. Key SHA256:\S+ will sign the first seal\.$/,
  )
  expect(await sealerOf(site, outside).runOnce()).toBe(8)
  expect(await verifyWith(site, outside)).toMatchObject({ seals: 1, damage: null })
  expect((await verifyWith(site, site.derived)).damage).toMatchObject({ ...refused, seal: 1 })
})

describe('an attacker with APP_SECRET, the database and the data folder', () => {
  const at = '2026-03-01T12:00:00.000Z'

  /** A site under an outside key, with a forged event in its past. */
  async function forged() {
    const site = await stoppedSite()
    const outside = newSigner()
    await change(site, outside)
    const before = await Array.fromAsync(readSealTable(site.pool))
    await asOwner(site.pool, `UPDATE eventlog.events SET data = '{"prayerId":666}' WHERE position = 5`)
    return { site, outside, before }
  }

  /** Puts this chain in both places. */
  async function replaceSeals({ pool, folder }: Site, chain: Seal[]) {
    await asOwner(pool, 'DELETE FROM eventlog.seals')
    for (const seal of chain) await insertSeal(pool, seal)
    await writeFile(sealFile(folder), chain.map((seal) => `${sealToJson(seal)}\n`).join(''))
  }

  it('cannot seal a forged event anew with the derived key', async () => {
    const { site, outside } = await forged()
    const whole = await createSeal(null, await site.log.readAll(null, 100), at, site.derived)
    await replaceSeals(site, [whole])
    expect((await verifyWith(site, outside)).damage).toMatchObject({ ...refused, seal: 1 })
  })

  it('cannot announce a key of their own, nor the true one', async () => {
    const { site, outside } = await forged()
    const events = await site.log.readAll(null, 100)
    const first = await createSeal(null, events.slice(0, 8), at, site.derived)
    const own = newSigner()
    await replaceSeals(site, [first, await createSeal(first, events.slice(8), at, own, { announcesKey: true })])
    expect((await verifyWith(site, outside)).damage).toMatchObject({ ...refused, seal: 2 })
    const liar = { publicKey: outside.publicKey, sign: site.derived.sign }
    await replaceSeals(site, [first, await createSeal(first, events.slice(8), at, liar, { announcesKey: true })])
    expect((await verifyWith(site, outside)).damage).toMatchObject({
      seal: 2,
      reason: expect.stringContaining('it was not signed by this key'),
    })
  })

  it('cannot put forged seals before the true change', async () => {
    const { site, outside, before } = await forged()
    const events = await site.log.readAll(null, 100)
    const first = await createSeal(null, events.slice(0, 3), at, site.derived)
    const second = await createSeal(first, events.slice(3, 6), at, site.derived)
    const third = await createSeal(second, events.slice(6, 8), at, site.derived)
    await replaceSeals(site, [first, second, third, ...before.slice(3)])
    expect((await verifyWith(site, outside)).damage).toMatchObject({
      seal: 4,
      reason: expect.stringContaining('it does not continue the seal before it'),
    })
  })

  it('cannot change the key back to continue with the derived one', async () => {
    const site = await stoppedSite()
    const outside = newSigner()
    await change(site, outside)
    const before = await Array.fromAsync(readSealTable(site.pool))
    await fill(site.log, 1, 9)
    const last = before.at(-1) ?? null
    for (const announcesKey of [true, false]) {
      const back = await createSeal(last, await site.log.readAll('9', 1), at, site.derived, { announcesKey })
      await replaceSeals(site, [...before, back])
      const reason = announcesKey ? refused.reason : expect.stringContaining('it was not signed by this key')
      expect((await verifyWith(site, outside)).damage).toMatchObject({ seal: 5, reason })
    }
  })

  it('is not helped by the command that changes the key', async () => {
    const { site, outside } = await forged()
    const whole = await createSeal(null, await site.log.readAll(null, 100), at, site.derived)
    await replaceSeals(site, [whole])
    // They run it with a key of their own: the site then refuses to start, and verification with the true key fails.
    expect((await change(site, newSigner())).code).toBe(0)
    expect((await verifyWith(site, outside)).damage).toMatchObject(refused)
    await expect(sealerOf(site, outside).runOnce()).rejects.toBeInstanceOf(LogCorrupted)
  })
})
