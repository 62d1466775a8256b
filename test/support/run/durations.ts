import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Milliseconds by test file, as each ran the last time here. */
export type Durations = { [file: string]: number }

const path = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'test-durations.json')

export function readDurations(): Durations {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {} // nothing ran yet
  }
}

export function keepDurations(latest: Durations): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify({ ...readDurations(), ...latest }))
}
