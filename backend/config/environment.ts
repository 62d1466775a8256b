import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

const root = join(import.meta.dirname, '..', '..')
let isFileRead = false
let read: { path: string; names: string[] } | null = null

/** Settings that the environment lacks come from `.env` in the project’s folder. ENV_FILE: another file, or empty for none. */
function readFile(): void {
  if (isFileRead) return
  isFileRead = true
  const named = process.env.ENV_FILE
  const file = named ?? join(root, '.env')
  if (file === '' || (named === undefined && !existsSync(file))) return
  const given = process.env.NODE_EXTRA_CA_CERTS
  try {
    process.loadEnvFile(file)
    read = { path: file, names: Object.keys(parseEnv(readFileSync(file, 'utf8'))) }
  } catch (error) {
    // Everything that a start reports is one sentence; nothing of the file is in it.
    console.error(
      `The settings in ${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}.`,
    )
    process.exit(1)
  }
  if (given === undefined && process.env.NODE_EXTRA_CA_CERTS)
    console.error(
      `NODE_EXTRA_CA_CERTS in ${file} has no effect: Node reads it before this file. Put it in front of the command instead, or into the unit of the service.`,
    )
}

/** The only reader of process.env; a copy. */
export function environment(): Record<string, string | undefined> {
  readFile()
  return { ...process.env }
}

/** The file that settings were read from, and the names in it; null when there is none. */
export function settingsFile(): { path: string; names: string[] } | null {
  readFile()
  return read
}
