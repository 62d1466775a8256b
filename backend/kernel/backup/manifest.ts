import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type ArchiveEntry, BackupUnusable } from './archive.ts'

const format = 1

const manifestShape = z.object({
  format: z.int(),
  /** Version of the program that took it. */
  program: z.string(),
  takenAt: z.iso.datetime(),
  isWithoutPersonal: z.boolean(),
  log: z.enum(['PostgreSQL', 'EventStoreDB']),
  migrations: z.array(z.string()),
  /** Shows whether another secret is the same one; null: nothing in the backup needs it. */
  secretMark: z.string().nullable(),
  /** Table -> columns, in the order in which they can be filled. */
  tables: z.record(z.string(), z.array(z.string())),
})

/** The description of a backup, before everything else. */
export type Manifest = z.infer<typeof manifestShape>

const summaryShape = z.object({
  rows: z.record(z.string(), z.int()),
  sequences: z.record(z.string(), z.object({ last: z.int(), isCalled: z.boolean() })),
})

/** Facts that are known only once everything else is written. */
export type Summary = z.infer<typeof summaryShape>

export const manifestName = 'manifest.json'
export const summaryName = 'summary.json'

const jsonEntry = (name: string, value: unknown): ArchiveEntry => ({
  name,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
})
export const manifestEntry = (manifest: Omit<Manifest, 'format'>) => jsonEntry(manifestName, { format, ...manifest })
export const summaryEntry = (summary: Summary) => jsonEntry(summaryName, summary)

export function readManifest({ name, bytes }: ArchiveEntry): Manifest {
  const parsed = manifestShape.safeParse(name === manifestName ? jsonIn(bytes) : null)
  if (!parsed.success) throw foreign()
  if (parsed.data.format !== format) throw newer(parsed.data.program)
  return parsed.data
}

export function readSummary({ bytes }: ArchiveEntry): Summary {
  const parsed = summaryShape.safeParse(jsonIn(bytes))
  if (!parsed.success) throw foreign()
  return parsed.data
}

export const foreign = () => new BackupUnusable('The file was not written by `npm run backup`.')

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return null
  }
}

export const newer = (program: string) =>
  new BackupUnusable(
    `The backup was taken by a newer version of the program (${program}). Install that version, then restore again.`,
  )

/** From the master key, which it does not reveal. */
export const secretMarkOf = (masterKey: Buffer): string =>
  createHmac('sha256', masterKey).update('the secret of a backup').digest('hex').slice(0, 32)
