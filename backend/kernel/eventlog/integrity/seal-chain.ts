import type { KeyObject } from 'node:crypto'
import { LogCorrupted } from '../event-log.ts'
import { fingerprintOf } from './public-key.ts'
import { isSameSeal, keyOf, type Seal, sealError } from './seal.ts'

/** The two places that each store the whole chain. */
export type SealSources = { table: AsyncIterable<Seal>; file: AsyncIterable<Seal> }

/** The public keys whose signatures count; Ed25519. */
export type SealKeys = {
  /** The chain must end under this key. Its first seal vouches for all before, whose hashes it covers. */
  publicKey: KeyObject
  /** The key that signed the seals before the first one that announces a key. */
  firstKey: KeyObject
}

/** A valid seal, and its state in each place; `damaged` means that something else has its number. */
export type Link = { seal: Seal; table: Held; file: Held }
export type Held = 'same' | 'missing' | 'damaged'

/**
 * Nothing after this seal is proven: neither place has a valid seal with this number, or they have different ones, or
 * the chain ends with this one, which another key signed.
 */
export class ChainBroken extends LogCorrupted {
  override readonly name = 'ChainBroken'
  readonly seq: number
  readonly reason: string
  constructor(seq: number, reason: string) {
    super(`Seal ${seq} cannot be trusted: ${reason}.`)
    this.seq = seq
    this.reason = reason
  }
}

/**
 * Reads both places in parallel, starting with the first seal, and checks each link. Throws ChainBroken. `after`: both
 * places begin with this seal, which is trusted, and `firstKey` is the key in effect after it.
 */
export async function* readChain(
  { table, file }: SealSources,
  keys: SealKeys,
  after: Seal | null = null,
): AsyncGenerator<Link> {
  const places = { table: createPlace(table), file: createPlace(file) }
  try {
    yield* compare(places, keys, after)
  } finally {
    await places.table.close()
    await places.file.close()
  }
}

async function* compare(
  places: { table: Place; file: Place },
  { publicKey, firstKey }: SealKeys,
  after: Seal | null,
): AsyncGenerator<Link> {
  let inEffect = firstKey
  for (let previous = after; ; ) {
    const seq: number = (previous?.seq ?? 0) + 1
    // The sealer writes the table first, so every seal in the file is already in the table, even while sealing
    // continues.
    const inFile = await places.file.at(seq, previous)
    const inTable = await places.table.at(seq, previous)
    if (inTable === 'end' && inFile === 'end') {
      if (previous === null || inEffect.equals(publicKey)) return
      throw new ChainBroken(
        previous.seq,
        `the chain ends with it under key ${fingerprintOf(inEffect)}, not under key ${fingerprintOf(publicKey)}: either another key is set, or someone sealed the log anew`,
      )
    }

    const errors: string[] = []
    const check = (place: string, found: Found): Seal | null => {
      if (found === 'end' || found === 'missing') return null
      const error = found === 'unreadable' ? 'it cannot be read' : sealError(found, previous, inEffect)
      if (error === null && found !== 'unreadable') return found
      errors.push(`in the ${place} ${error}`)
      return null
    }
    const validInTable = check('table', inTable)
    const validInFile = check('file', inFile)
    if (validInTable !== null && validInFile !== null && !isSameSeal(validInTable, validInFile))
      throw new ChainBroken(seq, 'table and file have two different signed seals with this number')
    const seal: Seal | null = validInTable ?? validInFile
    if (seal === null) throw new ChainBroken(seq, errors.join(', ') || 'it is missing although later ones exist')
    yield { seal, table: heldAs(inTable, validInTable), file: heldAs(inFile, validInFile) }
    inEffect = keyOf(seal, inEffect) ?? inEffect
    previous = seal
  }
}

type Found = Seal | 'missing' | 'unreadable' | 'end'

function heldAs(found: Found, validSeal: Seal | null): Held {
  if (validSeal !== null) return 'same'
  return found === 'end' || found === 'missing' ? 'missing' : 'damaged'
}

/** One place, read in order and queried number by number. */
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
      // Two processes may both have completed the file with the same line.
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
