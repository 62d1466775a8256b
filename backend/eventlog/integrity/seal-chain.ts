import type { KeyObject } from 'node:crypto'
import { LogCorrupted } from '../event-log.ts'
import { faultOf, isSameSeal, type Seal } from './seal.ts'

/** The two places that each hold the whole chain. */
export type SealSources = { table: AsyncIterable<Seal>; file: AsyncIterable<Seal> }

/** A true seal, and how each place holds it; `damaged` is something else under its number. */
export type Link = { seal: Seal; table: Held; file: Held }
export type Held = 'same' | 'missing' | 'damaged'

/** From here on nothing proves what the log held: neither place has a true seal with this number, or both have another one. */
export class ChainBroken extends LogCorrupted {
  readonly seq: number
  readonly reason: string
  constructor(seq: number, reason: string) {
    super(`Seal ${seq} is not to be trusted: ${reason}.`)
    this.name = 'ChainBroken'
    this.seq = seq
    this.reason = reason
  }
}

/** Both places side by side, from the first seal on; each link is checked. Throws ChainBroken. */
export async function* readChain({ table, file }: SealSources, publicKey: KeyObject): AsyncGenerator<Link> {
  const places = { table: createPlace(table), file: createPlace(file) }
  try {
    yield* compare(places, publicKey)
  } finally {
    await places.table.close()
    await places.file.close()
  }
}

async function* compare(places: { table: Place; file: Place }, publicKey: KeyObject): AsyncGenerator<Link> {
  for (let previous: Seal | null = null; ; ) {
    const seq: number = (previous?.seq ?? 0) + 1
    // The sealer writes the table first: what the file has is in the table by now, even while it goes on sealing.
    const inFile = await places.file.at(seq, previous)
    const inTable = await places.table.at(seq, previous)
    if (inTable === 'end' && inFile === 'end') return

    const faults: string[] = []
    const check = (place: string, found: Found): Seal | null => {
      if (found === 'end' || found === 'missing') return null
      const fault = found === 'unreadable' ? 'it cannot be read' : faultOf(found, previous, publicKey)
      if (fault === null && found !== 'unreadable') return found
      faults.push(`in the ${place} ${fault}`)
      return null
    }
    const trueInTable = check('table', inTable)
    const trueInFile = check('file', inFile)
    if (trueInTable !== null && trueInFile !== null && !isSameSeal(trueInTable, trueInFile))
      throw new ChainBroken(seq, 'table and file hold two different seals under one number, both signed')
    const seal: Seal | null = trueInTable ?? trueInFile
    if (seal === null) throw new ChainBroken(seq, faults.join(', ') || 'it is missing though later ones are there')
    yield { seal, table: heldAs(inTable, trueInTable), file: heldAs(inFile, trueInFile) }
    previous = seal
  }
}

type Found = Seal | 'missing' | 'unreadable' | 'end'

function heldAs(found: Found, trueSeal: Seal | null): Held {
  if (trueSeal !== null) return 'same'
  return found === 'end' || found === 'missing' ? 'missing' : 'damaged'
}

/** One place read in order, asked for number after number. */
type Place = { at(seq: number, previous: Seal | null): Promise<Found>; close(): Promise<void> }

function createPlace(seals: AsyncIterable<Seal>): Place {
  const iterator = seals[Symbol.asyncIterator]()
  let next: Seal | 'unreadable' | 'end' | null = null

  async function read(): Promise<Seal | 'unreadable' | 'end'> {
    try {
      const { done, value } = await iterator.next()
      return done ? 'end' : value
    } catch (error) {
      if (error instanceof LogCorrupted) return 'unreadable'
      throw error
    }
  }

  return {
    async at(seq: number, previous: Seal | null): Promise<Found> {
      next ??= await read()
      // Two processes may each have completed the file with the same line.
      while (typeof next === 'object' && previous !== null && isSameSeal(next, previous)) next = await read()
      if (next === 'end') return 'end'
      if (next === 'unreadable') {
        next = null // a generator that threw has ended: reported once, then as missing
        return 'unreadable'
      }
      if (next.seq > seq) return 'missing'
      const found: Seal = next
      next = null
      return found
    },
    async close() {
      await iterator.return?.()
    },
  }
}
