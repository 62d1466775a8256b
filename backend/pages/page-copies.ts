import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Bodies } from './ready-page.ts'

/** A projected page as it was last rendered, with what it was rendered from. */
export type PageCopy = {
  path: string
  /** The build whose templates and assets it uses. */
  build: string
  /** Versions of its tags, as 'prayers:3 erasures:0'. */
  versions: string
  /** JSON: another build can render it again without asking the database. */
  content: string
  csp: string
  bodies: Bodies
}

const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'))
const copyFile = z.object({
  path: z.string(),
  build: z.string(),
  versions: z.string(),
  content: z.string(),
  csp: z.string(),
  bodies: z.object({ identity: base64, gzip: base64.nullable(), br: base64.nullable() }),
})

export type PageCopies = {
  /** Null when there is none, or one that cannot be read (it will be rendered again). */
  read(path: string): Promise<PageCopy | null>
  /** Written in the background; of several copies of one page the last one is enough. */
  save(copy: PageCopy): void
  /** Resolves when everything saved so far is on disk, or has been reported as failed. */
  settled(): Promise<void>
}

/**
 * Copies of the projected pages in a folder, served after a start before the database answers. Each is one file, put in
 * place whole by a rename: a crash leaves the old copy or the new one.
 */
export function createPageCopies(
  folder: string,
  onError: (error: unknown, path: string) => void = () => {},
): PageCopies {
  const unsaved = new Map<string, PageCopy>()
  let saving: Promise<void> | null = null

  const fileOf = (path: string) => join(folder, `${createHash('sha256').update(path).digest('hex').slice(0, 32)}.json`)

  async function saveAll(): Promise<void> {
    for (const [path, copy] of unsaved) {
      unsaved.delete(path)
      await write(folder, fileOf(path), copy).catch((error) => onError(error, path))
    }
    saving = null
  }

  return {
    async read(path) {
      try {
        const copy = copyFile.parse(JSON.parse(await readFile(fileOf(path), 'utf8')))
        return copy.path === path ? copy : null
      } catch {
        return null
      }
    },
    save(copy) {
      unsaved.set(copy.path, copy)
      saving ??= saveAll()
    },
    async settled() {
      await saving
    },
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
