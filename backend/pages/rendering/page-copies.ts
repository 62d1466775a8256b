import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Bodies } from '../serving/ready-page.ts'

/** A projected page as last rendered, with the content it was rendered from. */
export type PageCopy = {
  path: string
  /** The build whose templates and assets it uses. */
  build: string
  /** JSON: another build can rerender it without the database. */
  content: string
  contentType: string
  csp: string | null
  bodies: Bodies
}

const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'))
const copyFile = z.object({
  path: z.string(),
  build: z.string(),
  content: z.string(),
  contentType: z.string(),
  csp: z.string().nullable(),
  bodies: z.object({ identity: base64, gzip: base64.nullable(), br: base64.nullable() }),
})

export type PageCopies = {
  /** Every readable copy; a page whose copy is unreadable will be rendered again. */
  all(): AsyncIterable<PageCopy>
  /** As last saved; null when there is no readable copy. */
  one(path: string): Promise<PageCopy | null>
  /**
   * Written in the background; of several copies of one page only the last one is written. Resolves at once, or, when too
   * many copies wait for the disk, as soon as some are written.
   */
  save(copy: PageCopy): Promise<void>
  /** Deletes the copy of a removed page, in the background, in order with writes. */
  remove(path: string): void
  /** Resolves when everything so far is on disk or has been reported as failed. */
  settled(): Promise<void>
}

const readConcurrency = 32
/** Copies that wait for the disk, each with all bytes of its page; pages are rendered faster than a disk writes them. */
const maxUnsaved = 100

/**
 * Copies of the projected pages in a folder, served after a start before the database answers. Each is one file,
 * replaced atomically by a rename: a crash leaves either the old copy or the new one.
 */
export function createPageCopies(
  folder: string,
  onError: (error: unknown, path: string) => void = () => {},
): PageCopies {
  const unsaved = new Map<string, PageCopy | null>()
  let saving: Promise<void> | null = null
  let oneSaved = Promise.withResolvers<void>()

  const fileOf = (path: string) => join(folder, `${createHash('sha256').update(path).digest('hex').slice(0, 32)}.json`)

  async function saveAll(): Promise<void> {
    for (const [path, copy] of unsaved) {
      unsaved.delete(path)
      const saved = copy ? write(folder, fileOf(path), copy) : rm(fileOf(path), { force: true })
      await saved.catch((error) => onError(error, path))
      oneSaved.resolve()
      oneSaved = Promise.withResolvers()
    }
    saving = null
  }

  function later(path: string, copy: PageCopy | null): void {
    unsaved.set(path, copy)
    saving ??= saveAll()
  }

  return {
    async *all() {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
      for (let from = 0; from < names.length; from += readConcurrency) {
        const some = names.slice(from, from + readConcurrency).map((name) => read(join(folder, name)))
        for (const copy of await Promise.all(some)) if (copy) yield copy
      }
    },
    async one(path) {
      while (unsaved.has(path) && saving) await saving
      return read(fileOf(path))
    },
    async save(copy) {
      later(copy.path, copy)
      while (unsaved.size > maxUnsaved) await oneSaved.promise
    },
    remove: (path) => later(path, null),
    async settled() {
      await saving
    },
  }
}

async function read(file: string): Promise<PageCopy | null> {
  try {
    return copyFile.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return null
  }
}

async function write(folder: string, path: string, copy: PageCopy): Promise<void> {
  const { identity, gzip, br } = copy.bodies
  const text = (bytes: Buffer | null) => bytes?.toString('base64') ?? null
  const bodies = { identity: text(identity), gzip: text(gzip), br: text(br) }
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `.${randomUUID()}.tmp`)
  try {
    const file = await open(unfinished, 'wx')
    try {
      await file.writeFile(JSON.stringify({ ...copy, bodies }))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
