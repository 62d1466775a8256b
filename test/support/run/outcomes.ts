import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The outcome of a part of a tier. `crashed`: it failed for another reason than tests in these files. */
export type Outcome = { failed: string[]; crashed: boolean }

const path = (name: string) =>
  join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'test-outcomes', `${name}.json`)

function write(name: string, value: unknown): void {
  mkdirSync(dirname(path(name)), { recursive: true })
  writeFileSync(path(name), JSON.stringify(value))
}

function read<Value>(name: string): Value | null {
  try {
    return JSON.parse(readFileSync(path(name), 'utf8'))
  } catch {
    return null
  }
}

/** For reporters: the part that runs is named by TEST_PART, which test/tier.ts sets. */
export function reportOutcome(outcome: Outcome): void {
  const part = process.env.TEST_PART
  if (part !== undefined) write(part, outcome)
}

export const forgetOutcome = (part: string): void => rmSync(path(part), { force: true })

/** A part that reported nothing has crashed. */
export function outcomeOf(part: string): Outcome {
  return read<Outcome>(part) ?? { failed: [], crashed: true }
}

/** Parts of the last tier that failed. */
export const keepFailedParts = (parts: string[]): void => write('failed-parts', parts)
export const failedParts = (): string[] => read<string[]>('failed-parts') ?? []

/** Files that failed and then passed alone, until `forgetFlaky`. */
export const flakyFiles = (): string[] => read<string[]>('flaky') ?? []
export const addFlaky = (files: string[]): void => write('flaky', [...new Set([...flakyFiles(), ...files])])
export const forgetFlaky = (): void => rmSync(path('flaky'), { force: true })
