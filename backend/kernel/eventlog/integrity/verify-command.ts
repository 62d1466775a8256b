import type { KeyObject } from 'node:crypto'
import { access, readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Pool } from 'pg'
import type { EventLog } from '../event-log.ts'
import { fromPem, toPem } from './public-key.ts'
import type { SealKeys } from './seal-chain.ts'
import { readSealFile, sealFile } from './seal-file.ts'
import { countSealed, readSealTable } from './seal-table.ts'
import { type Damage, eventsOf, type Verdict, verifyLog } from './verify.ts'
import { readExport, readFirstKey, writeExport } from './verify-export.ts'

export const verifyUsage = `npm run verify                                            checks the event log against its seals
npm run verify -- --export FILE                           also exports log and seals to FILE, the public key to FILE.pem
npm run verify -- --input FILE --public-key KEY.pem       checks an exported file, without a database`

/** The log to verify when no file is given; the caller knows how to connect to it. */
export type VerifyConnection = {
  log: EventLog
  pool: Pool
  /** The data folder, where seals.jsonl is. */
  folder: string
  keys: SealKeys
  close(): Promise<void>
}

/** Progress is shown when this is a terminal. */
export type Output = { write(text: string): unknown; isTTY?: boolean }

/**
 * The command `npm run verify`: prints its findings in one sentence and returns the exit code: 0 intact, 1 damaged or
 * set up to be shortened, 2 wrong usage or something was unavailable.
 */
export async function runVerify({
  args,
  connect,
  out,
}: {
  /** The arguments after the name of the command. */
  args: string[]
  connect(): Promise<VerifyConnection>
  out: Output
}): Promise<0 | 1 | 2> {
  const say = (sentence: string) => out.write(`${sentence}\n`)
  try {
    const options = parseOptions(args)
    if (typeof options === 'string') {
      say(`${options}\n${verifyUsage}`)
      return 2
    }
    const { verdict, limited } =
      options.input === undefined
        ? await verifyLive(options, connect, out)
        : { verdict: await verifyFile(options, out), limited: [] }
    say(verdictSentence(verdict))
    if (limited.length > 0) say(limitedSentence(limited))
    return verdict.damage === null && limited.length === 0 ? 0 : 1
  } catch (error) {
    say(`Nothing was verified: ${error instanceof Error ? error.message : String(error)}`)
    return 2
  }
}

type Options = { export?: string; input?: string; 'public-key'?: string }

/** Returns an error text when the arguments are wrong. */
function parseOptions(args: string[]): Options | string {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({ args, options: { export: text, input: text, 'public-key': text } })
    if (values.input !== undefined && values.export !== undefined) return 'Use either --export or --input.'
    if (values.input !== undefined && values['public-key'] === undefined)
      return 'Checking a file needs the key that signed its seals: --public-key KEY.pem.'
    return values
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function verifyLive(
  options: Options,
  connect: () => Promise<VerifyConnection>,
  out: Output,
): Promise<{ verdict: Verdict; limited: string[] }> {
  const { log, pool, folder, keys, close } = await connect()
  try {
    const read = () => ({
      events: eventsOf(log),
      seals: { table: readSealTable(pool), file: readSealFile(sealFile(folder)) },
    })
    if (options.export !== undefined) {
      const count = await writeExport(options.export, { ...read(), keys })
      const keyFile = `${options.export}.pem`
      await writeFile(keyFile, toPem(keys.publicKey))
      out.write(`Exported ${events(count)} and their seals to ${options.export}, the public key to ${keyFile}.\n`)
    }
    const publicKey = options['public-key'] === undefined ? keys.publicKey : await readKey(options['public-key'])
    const verdict = await withProgress(out, await countSealed(pool), (onProgress) =>
      verifyLog({ ...read(), ...keys, publicKey, onProgress }),
    )
    return { verdict, limited: log.limitedStreams?.() ?? [] }
  } finally {
    await close()
  }
}

async function verifyFile({ input = '', 'public-key': key = '' }: Options, out: Output): Promise<Verdict> {
  await access(input)
  const publicKey = await readKey(key)
  const firstKey = (await readFirstKey(input)) ?? publicKey
  return withProgress(out, null, (onProgress) => verifyLog({ ...readExport(input), publicKey, firstKey, onProgress }))
}

async function readKey(path: string): Promise<KeyObject> {
  const text = await readFile(path, 'utf8')
  try {
    return fromPem(text)
  } catch {
    throw new Error(`${path} does not contain an Ed25519 public key in PEM format.`)
  }
}

const barWidth = 30 // characters

async function withProgress(
  out: Output,
  total: number | null,
  verify: (onProgress: (events: number) => void) => Promise<Verdict>,
): Promise<Verdict> {
  if (!out.isTTY) return verify(() => {})
  const start = performance.now()
  const verdict = await verify((events) => {
    const perSecond = Math.round((events * 1000) / (performance.now() - start))
    const share = total === null || total === 0 ? null : Math.min(1, events / total)
    const filled = Math.round((share ?? 0) * barWidth)
    const bar =
      share === null ? '' : `[${'#'.repeat(filled)}${' '.repeat(barWidth - filled)}] ${Math.floor(share * 100)} % `
    const left = total === null ? '' : `, ${Math.ceil(Math.max(0, total - events) / perSecond)} s left`
    out.write(`\r\x1b[K${bar}${events} events, ${perSecond}/s${left}`)
  })
  out.write('\r\x1b[K')
  return verdict
}

const events = (count: number) => (count === 1 ? '1 event' : `${count} events`)

const named = 5

const limitedSentence = (limited: readonly string[]) =>
  `At risk: EventStoreDB is set up to delete events of ${limited.slice(0, named).join(', ')}${limited.length > named ? ` and ${limited.length - named} more streams` : ''}. Remove these settings from the streams: the log has to stay whole.`

/** The verdict in a sentence or two. */
export function verdictSentence({ seals, events: sealed, unsealed, notInFile, damage }: Verdict): string {
  if (damage !== null) return `Damaged: ${describeDamage(damage)} Stop the application and compare with a backup.`
  const kept = `Intact: ${events(sealed)} under ${seals === 1 ? '1 seal' : `${seals} seals`}; ${events(unsealed)} newer than the last seal.`
  const behind = ` ${notInFile === 1 ? '1 seal is' : `${notInFile} seals are`} not in seals.jsonl yet; the sealer adds them at its next start.`
  return notInFile === 0 ? kept : kept + behind
}

function describeDamage(damage: Damage): string {
  switch (damage.kind) {
    case 'altered':
      return damage.swappedWith === undefined
        ? `the event at position ${damage.position} was altered after seal ${damage.seal} was created.`
        : `the event at position ${damage.position} was altered after seal ${damage.seal} was created: it was swapped with the one at position ${damage.swappedWith}.`
    case 'dropped':
      return `the event at position ${damage.position} was dropped after seal ${damage.seal} was created.`
    case 'inserted':
      return `the event at position ${damage.position} was inserted after seal ${damage.seal} was created.`
    case 'truncated':
      return `the log was truncated: the event at position ${damage.position}, under seal ${damage.seal}, and all later ones are missing.`
    case 'gap':
      return 'positions are missing among the events newer than the last seal.'
    case 'seal':
      return `seal ${damage.seal}: ${damage.reason}.`
  }
}
