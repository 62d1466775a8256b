import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { signatureOf } from './signature.ts'
import { entriesOf, NotTar, type TarEntry, tarOf } from './tar.ts'

/** The file cannot be used; the message says why and what to do. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable'
}

export type { TarEntry as ArchiveEntry }

/** The last entry: SHA-256, as hex, over the names, sizes and bytes of all others in order. */
const checksumEntry = 'SHA256'
/** The entry before it: the signature of the digest so far. Copies without personal data have none. */
const signatureEntry = 'SIGNATURE'

const partSize = 4 * 1024 * 1024 // bytes: what is in memory at once

const count = (hash: Hash, { name, bytes }: TarEntry) => hash.update(`${name}\n${bytes.length}\n`).update(bytes)

/** The digest of all entries, and its signature; null: the archive is not signed. */
export type Sealed = { digest: string; signature: string | null }

/**
 * Writes a .tar.gz, signed where there is a key, that only its owner may read. It gets its name once it is complete and on
 * the disk; after a failure there is no file.
 */
export async function writeArchive(
  path: string,
  entries: AsyncIterable<TarEntry>,
  signingKey: Buffer | null,
): Promise<void> {
  const unfinished = `${path}.part`
  async function* withChecksum(): AsyncGenerator<TarEntry> {
    const hash = createHash('sha256')
    for await (const entry of entries) {
      count(hash, entry)
      yield entry
    }
    if (signingKey) {
      const bytes = Buffer.from(`${signatureOf(hash.copy().digest('hex'), signingKey)}\n`)
      const entry = { name: signatureEntry, bytes }
      count(hash, entry)
      yield entry
    }
    yield { name: checksumEntry, bytes: Buffer.from(`${hash.digest('hex')}\n`) }
  }
  try {
    await pipeline(
      tarOf(withChecksum()),
      createGzip({ level: 3 }),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    )
    await rename(unfinished, path)
    await syncFolderOf(path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** A new name is durable only after its folder is synced. */
async function syncFolderOf(path: string): Promise<void> {
  const folder = await open(dirname(path))
  await folder.sync().finally(() => folder.close())
}

/** Any number of bytes, as entries `<name>/000001` and so on. */
export async function* inParts(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  let waiting: Buffer[] = []
  let size = 0
  let number = 0
  const part = () => ({ name: `${name}/${String(++number).padStart(6, '0')}`, bytes: Buffer.concat(waiting) })
  for await (const chunk of chunks) {
    waiting.push(chunk)
    size += chunk.length
    if (size < partSize) continue
    yield part()
    waiting = []
    size = 0
  }
  if (size > 0) yield part()
}

/** The entries in order. Throws BackupUnusable when the file is cut or damaged, at the latest after its last entry. */
export async function* readArchive(path: string): AsyncGenerator<TarEntry, Sealed> {
  const hash = createHash('sha256')
  let sum: string | null = null
  let sealed: Sealed | null = null
  try {
    for await (const entry of entriesOf(unpacked(path))) {
      if (sum !== null) throw new NotTar()
      if (entry.name === checksumEntry) sum = entry.bytes.toString().trim()
      else if (sealed !== null) throw new NotTar()
      else if (entry.name === signatureEntry) {
        sealed = { digest: hash.copy().digest('hex'), signature: entry.bytes.toString().trim() }
        count(hash, entry)
      } else {
        count(hash, entry)
        yield entry
      }
    }
    const digest = hash.digest('hex')
    if (sum !== digest) throw new NotTar()
    return sealed ?? { digest, signature: null }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT') throw new BackupUnusable(`There is no file ${path}.`)
    if (error instanceof NotTar || code.startsWith('Z_'))
      throw new BackupUnusable(
        `${path} is not a complete backup: it was cut or changed. Copy it again, or use another one.`,
      )
    throw error
  }
}

function unpacked(path: string): AsyncIterable<Buffer> {
  const unpacking = createGunzip()
  createReadStream(path)
    .on('error', (error) => unpacking.destroy(error))
    .pipe(unpacking)
  return unpacking
}
