import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileOf, isPhoto, ownerOf, photoOf } from './photo-names.ts'
import type { PhotoStore } from './photo-store.ts'
import { type PhotoSize, photoSizes } from './squares.ts'

/** Photos as files `<owner>/<name>-<size>.webp` in `folder`. Several processes may share it. */
export function createPhotoFolder(folder: string): PhotoStore {
  const pathOf = (photo: string, size: PhotoSize) => join(folder, fileOf(photo, size))

  return {
    async save(subject, commandId, squares) {
      const photo = photoOf(subject, commandId, squares)
      for (const [size, bytes] of squares) await writeAtomically(pathOf(photo, size), bytes)
      return photo
    },
    async read(photo, size) {
      if (!isPhoto(photo)) return null
      try {
        return await readFile(pathOf(photo, size))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async remove(photo) {
      if (!isPhoto(photo)) return
      for (const size of photoSizes) await rm(pathOf(photo, size), { force: true })
    },
    async forget(subject) {
      await rm(join(folder, ownerOf(subject)), { recursive: true, force: true })
    },
  }
}

/** Renamed only when complete, so that readers never see a partial photo, and none is cached. */
async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.${randomBytes(6).toString('hex')}.part`
  await writeFile(part, bytes, { mode: 0o600, flush: true })
  await rename(part, path)
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
