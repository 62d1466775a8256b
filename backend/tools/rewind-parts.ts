import type pg from 'pg'
import type { ErasureTools } from '../commands/users/erasures.ts'
import type { SealKey } from '../config/load-seal-key.ts'
import type { Core } from '../core.ts'

/** Parts that `npm run admin -- rewind` works with. */
export type RewindParts = {
  core: Pick<
    Core,
    | 'accounts'
    | 'continueNumbers'
    | 'decode'
    | 'handle'
    | 'log'
    | 'projections'
    | 'readSkips'
    | 'staffSets'
    | 'subjects'
  >
  pool: pg.Pool
  /** With the rights of the owner of the tables. */
  owner: pg.Pool
  /** The data folder, where seals.jsonl is. */
  folder: string
  sealKey: SealKey
  erasing: ErasureTools
  now(): Date
  print(line: string): void
}
