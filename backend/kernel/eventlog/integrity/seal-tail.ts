import type { KeyObject } from 'node:crypto'
import type { ClientBase } from 'pg'
import { isSameSeal, type Seal } from './seal.ts'
import { type Link, readChain, type SealKeys } from './seal-chain.ts'
import { lastSealsInFile, readSealFile, type SealInFile } from './seal-file.ts'
import { keyInEffect, newestSealNumber, readSealTable } from './seal-table.ts'

const tailLength = 100 // seals

/** The end of the chain. Its links come after `after`; null: they are the whole chain. */
export type Tail = { after: Seal | null; links: AsyncGenerator<Link> }

/**
 * Reads only the last seals, however long the chain is. Where the two places do not agree on a seal to begin with, it is
 * the whole chain, which says why.
 */
export async function readTail(connection: ClientBase, path: string, keys: SealKeys): Promise<Tail> {
  const begin = await beginning(connection, path, keys.firstKey)
  if (begin === null) {
    const places = { table: readSealTable(connection), file: readSealFile(path) }
    return { after: null, links: readChain(places, keys) }
  }
  const { seal, start, inEffect } = begin
  const places = { table: readSealTable(connection, seal.seq), file: readSealFile(path, start) }
  return { after: seal, links: readChain(places, { ...keys, firstKey: inEffect }, seal) }
}

async function beginning(
  connection: ClientBase,
  path: string,
  firstKey: KeyObject,
): Promise<(SealInFile & { inEffect: KeyObject }) | null> {
  const newest = await newestSealNumber(connection)
  if (newest <= tailLength) return null
  const inFile = await findInFile(path, newest)
  if (inFile === null) return null
  const { value: inTable } = await readSealTable(connection, inFile.seal.seq).next()
  if (!inTable || !isSameSeal(inTable, inFile.seal)) return null
  const inEffect = await keyInEffect(connection, firstKey, inFile.seal.seq)
  return inEffect && { ...inFile, inEffect }
}

/** The seal that lies `tailLength` before the newest one that both places can have. */
async function findInFile(path: string, newestInTable: number): Promise<SealInFile | null> {
  for (let bytes = 64 * 1024; ; bytes *= 4) {
    const seals = await lastSealsInFile(path, bytes)
    if (seals === null) return null
    const wanted = Math.min(newestInTable, seals.at(-1)?.seal.seq ?? newestInTable) - tailLength
    const [first] = seals
    if (first && first.seal.seq <= wanted) return seals.find(({ seal }) => seal.seq === wanted) ?? null
  }
}
