import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { SealKey } from '../config/load-seal-key.ts'
import { sealKeyStream, sealKeys } from '../domain/seal-keys.ts'
import { commandLineContext } from '../kernel/eventlog/command-context.ts'
import type { EventLog } from '../kernel/eventlog/event-log.ts'
import type { Handle } from '../kernel/eventlog/handle.ts'
import { fingerprintOf, toDer } from '../kernel/eventlog/integrity/public-key.ts'
import { readSealFile, sealFile } from '../kernel/eventlog/integrity/seal-file.ts'
import { keyInEffect, readSealTable } from '../kernel/eventlog/integrity/seal-table.ts'
import { createSealer, type Sealer } from '../kernel/eventlog/integrity/sealer.ts'
import { SigningFailed } from '../kernel/eventlog/integrity/signer.ts'
import { eventsOf, verifyLog } from '../kernel/eventlog/integrity/verify.ts'
import { verdictSentence } from '../kernel/eventlog/integrity/verify-command.ts'

export type SealKeyParts = {
  log: EventLog
  handle: Handle
  pool: Pool
  /** The data folder, where seals.jsonl is. */
  folder: string
  /** The key in the settings, which signs from now on. */
  sealKey: SealKey
  now(): Date
  print(line: string): void
}

/**
 * `npm run admin -- seal-key [fingerprint]`: the key in the settings signs from the next seal on. `replaced` is the
 * fingerprint of the key before; only the one derived from APP_SECRET is known without it. Returns the exit code.
 */
export async function changeSealKey(replaced: string | undefined, parts: SealKeyParts): Promise<0 | 1> {
  const { log, pool, folder, sealKey, print } = parts
  const before = await keyInEffect(pool, sealKey.firstKey)
  const to = fingerprintOf(sealKey.publicKey)
  if (before === null) {
    print(`Nothing is sealed yet. Key ${to} will sign the first seal.`)
    return 0
  }
  if (before.equals(sealKey.publicKey)) {
    print(`The seals are signed by key ${to} already.`)
    return 0
  }
  const from = fingerprintOf(before)
  const known = replaced ?? fingerprintOf(sealKey.firstKey)
  if (known !== from) {
    print(
      replaced === undefined
        ? `The seals are signed by key ${from}. If that is the one you know, run \`npm run admin -- seal-key ${from}\`; if not, someone else changed it.`
        : `The seals are signed by key ${from}, not by ${replaced}. Do not go on before you know why.`,
    )
    return 1
  }
  const sealer = createSealer({ log, pool, folder, ...sealKey, replacedKey: before })
  try {
    return await change({ ...parts, sealer, before, from, to })
  } catch (error) {
    if (!(error instanceof SigningFailed)) throw error
    print(error.message)
    return 1
  } finally {
    await sealer.close()
  }
}

type Change = SealKeyParts & { sealer: Sealer; before: SealKey['publicKey']; from: string; to: string }

async function change({ log, handle, pool, folder, sealKey, sealer, before, from, to, now, print }: Change) {
  if (!(await sealer.take())) {
    print('The site is running. Stop all of its processes, then run this again.')
    return 1
  }
  await sealKey.signer.sign(createHash('sha256').update('Is the key there?').digest())
  const verdict = await verifyLog({
    events: eventsOf(log),
    seals: { table: readSealTable(pool), file: readSealFile(sealFile(folder)) },
    publicKey: before,
    firstKey: sealKey.firstKey,
  })
  print(verdictSentence(verdict))
  if (verdict.damage !== null) {
    print('The key was not changed: the new one would vouch for this.')
    return 1
  }
  const publicKey = toDer(sealKey.publicKey).toString('base64')
  const data = { oldKey: from, newKey: to, publicKey, afterSeal: verdict.seals }
  await handle(sealKeys, sealKeyStream, { type: 'ChangeSealKey', data }, commandLineContext({ at: now() }))
  for (let sealed = 1; sealed > 0; ) sealed = await sealer.runOnce()
  print(`From here on the seals are signed by key ${to}, no longer by ${from}. Keep its public half elsewhere:`)
  print(publicKey)
  return 0
}
