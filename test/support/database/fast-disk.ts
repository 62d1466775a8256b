import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
const roomy = 2 * 1024 ** 3

export function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= roomy
  } catch {
    return false // not on every system
  }
}

/** Where databases of tests live: in memory where there is room, since to copy one is to write hundreds of files. */
export const fastDisk = (): string => (hasRoomInMemory() ? inMemory : tmpdir())
