import type { KeyObject } from 'node:crypto'
import { open } from 'node:fs/promises'
import { LogCorrupted, type RecordedEvent } from '../event-log.ts'
import { fromDer, toDer } from './public-key.ts'
import { readLines } from './read-lines.ts'
import type { Seal } from './seal.ts'
import type { SealKeys, SealSources } from './seal-chain.ts'
import { sealFromJson, sealToJson } from './seal-text.ts'

/**
 * An export is JSON lines, each one object with one key: `firstKey` (base64, SubjectPublicKeyInfo in DER; only where
 * the first seals have another key than the last ones, which vouch for it), `tableSeal` and `fileSeal` (the chain as
 * stored in each place), then `event` (a RecordedEvent with encrypted personal fields), and `gap` where the rest of the
 * log could not be read.
 */
const kinds = {
  firstKey: '{"firstKey":',
  tableSeal: '{"tableSeal":',
  fileSeal: '{"fileSeal":',
  event: '{"event":',
  gap: '{"gap":',
} as const
type Kind = keyof typeof kinds

const flushAt = 1024 * 1024 // characters

/** Writes to `path`, readable only by its owner; returns the number of events. */
export async function writeExport(
  path: string,
  { events, seals, keys }: { events: AsyncIterable<RecordedEvent>; seals: SealSources; keys: SealKeys },
): Promise<number> {
  const file = await open(path, 'w', 0o600)
  let text = ''
  let count = 0
  async function write(kind: Kind, json: string) {
    text += `${kinds[kind]}${json}}\n`
    if (text.length >= flushAt) await flush()
  }
  async function flush() {
    await file.appendFile(text)
    text = ''
  }
  async function writeSeals(kind: 'tableSeal' | 'fileSeal', chain: AsyncIterable<Seal>) {
    for await (const seal of untilDamaged(chain)) await write(kind, sealToJson(seal))
  }
  try {
    if (!keys.firstKey.equals(keys.publicKey))
      await write('firstKey', JSON.stringify(toDer(keys.firstKey).toString('base64')))
    // Reads in the reverse order of the sealer, which may be running: the table contains everything in the file, and
    // the log everything in both.
    await writeSeals('fileSeal', seals.file)
    await writeSeals('tableSeal', seals.table)
    try {
      for await (const event of events) {
        await write('event', JSON.stringify(event))
        count++
      }
    } catch (error) {
      if (!(error instanceof LogCorrupted)) throw error
      await write('gap', JSON.stringify(error.message))
    }
    await flush()
    await file.sync()
  } finally {
    await file.close()
  }
  return count
}

/** The key of the first seals where it differs from that of the last. Throws LogCorrupted. */
export async function readFirstKey(path: string): Promise<KeyObject | null> {
  for await (const line of readLines(path)) {
    if (!line.startsWith(kinds.firstKey)) return null
    const [, base64 = ''] = /^"([\w+/=]*)"\}$/.exec(line.slice(kinds.firstKey.length)) ?? []
    const key = fromDer(Buffer.from(base64, 'base64'))
    if (key === null) throw new LogCorrupted('Line 1 of the export is damaged.')
    return key
  }
  return null
}

/** Reads what `writeExport` wrote, lazily. Throws LogCorrupted for invalid lines. */
export function readExport(path: string): { events: AsyncIterable<RecordedEvent>; seals: SealSources } {
  async function* read<Item>(wanted: Kind, parse: (json: string) => Item): AsyncGenerator<Item> {
    let number = 0
    for await (const line of readLines(path)) {
      number++
      if (wanted === 'event' && line.startsWith(kinds.gap))
        throw new LogCorrupted('The export ends at a gap in the log.')
      if (!line.startsWith(kinds[wanted])) continue
      try {
        yield parse(line.slice(kinds[wanted].length, -1))
      } catch {
        throw new LogCorrupted(`Line ${number} of the export is damaged.`)
      }
    }
  }
  return {
    events: read('event', eventFromJson),
    seals: { table: read('tableSeal', sealFromJson), file: read('fileSeal', sealFromJson) },
  }
}

/** Stops before an unreadable seal: the export contains what exists, and its verification reports the problem. */
async function* untilDamaged(chain: AsyncIterable<Seal>): AsyncGenerator<Seal> {
  try {
    yield* chain
  } catch (error) {
    if (!(error instanceof LogCorrupted)) throw error
  }
}

function eventFromJson(json: string): RecordedEvent {
  const value: unknown = JSON.parse(json)
  const fields = new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : [])
  const text = (name: string): string => {
    const field = fields.get(name)
    if (typeof field !== 'string') throw new TypeError('not an event')
    return field
  }
  const revision = fields.get('revision')
  if (typeof revision !== 'number') throw new TypeError('not an event')
  return {
    id: text('id'),
    stream: text('stream'),
    revision,
    position: text('position'),
    type: text('type'),
    data: text('data'),
    metadata: text('metadata'),
  }
}
