import { spawnSync } from 'node:child_process'
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DataFolder, temporaryDataFolder } from '../support/app/data-folder.ts'

export type SmallDisk = DataFolder & {
  /** Fills the disk except for `bytes`. */
  fill(bytes?: number): void
  makeRoom(): void
}

const mounted = (path: string, megabytes: number) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]).status === 0

const unmount = (path: string) => spawnSync('umount', ['--lazy', path])

/** True when this user may mount a disk here. */
export function mayMountDisks(): boolean {
  const path = mkdtempSync(join(tmpdir(), 'campaign-disk-'))
  const isMounted = mounted(path, 1)
  if (isMounted) unmount(path)
  rmdirSync(path)
  return isMounted
}

/** A data folder on a separate in-memory disk. */
export function smallDisk(megabytes: number): SmallDisk {
  const folder = temporaryDataFolder()
  const filler = join(folder.path, 'filler')
  if (!mounted(folder.path, megabytes)) throw new Error('This user may not mount a disk: ask mayMountDisks first.')
  return {
    path: folder.path,
    fill(bytes = 0) {
      const file = openSync(filler, 'a')
      const block = Buffer.alloc(64 * 1024)
      let written = 0
      try {
        for (;;) written += writeSync(file, block)
      } catch {
        ftruncateSync(file, Math.max(0, written - bytes)) // ENOSPC: the disk is full
      } finally {
        closeSync(file)
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    async remove() {
      unmount(folder.path)
      await folder.remove()
    },
  }
}
