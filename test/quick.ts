import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readDurations } from './support/run/durations.ts'
import { withoutLong } from './support/run/tiers.ts'

/**
 * `npm run test:quick`: the types, and at the same time the unit and API tests nearest to what changed since the last
 * commit (or, after a commit, in it), as many as fit into about half a minute. Nearest are those that share its topic word, then those that reach it
 * by the fewest imports: by enough imports, every test reaches every file.
 */
const budget = 50_000 // ms of tests, some of them at the same time
const unknown = 5000 // ms, for a test that never ran here

const root = join(import.meta.dirname, '..')
const git = (...words: string[]) =>
  spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean)

const files = git('ls-files', '--cached', '--others', '--exclude-standard').filter(
  (file) => /\.(ts|tsx|astro)$/.test(file) && existsSync(join(root, file)),
)
const isTest = (file: string) => file.endsWith('.test.ts')
const isSlow = (file: string) => file.endsWith('.long.test.ts')

const uncommitted = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
const changed = uncommitted.length > 0 ? uncommitted : git('diff', '--name-only', 'HEAD~1')

function importersOf(): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const file of files)
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
      const imported = join(file, '..', path)
      importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  return importers
}

/** Imports on the shortest way from each file to one that changed. */
function distances(): Map<string, number> {
  const importers = importersOf()
  const known = new Map(changed.map((file) => [file, 0]))
  for (const [file, distance] of known)
    for (const importer of importers.get(file) ?? []) if (!known.has(importer)) known.set(importer, distance + 1)
  return known
}

/** 'backend/commands/prayers.ts' → 'prayers', the word that names a feature's file in every room. */
const topicOf = (file: string) => basename(file).replace(/\..*/, '')
const topics = changed.map(topicOf)
const sharesTopic = (test: string) =>
  topics.some((topic) => topicOf(test) === topic || topicOf(test).startsWith(`${topic}-`))

const known = distances()
const durations = readDurations()
const related = files
  .filter((file) => isTest(file) && !isSlow(file) && (known.has(file) || sharesTopic(file)))
  .map((file) => ({
    file,
    distance: sharesTopic(file) ? 0 : (known.get(file) ?? 0),
    duration: durations[file] ?? unknown,
  }))
  .toSorted((a, b) => a.distance - b.distance || a.duration - b.duration)

let spent = 0
const chosen = related.filter(({ duration }) => {
  spent += duration
  return spent <= budget
})

console.log(
  `${changed.length} changed files, ${related.length} tests that reach them; running the nearest ${chosen.length}.`,
)

const program = (...path: string[]) => join(root, 'node_modules', ...path)

/** Errors of the types; empty if nothing is. */
async function typeErrors(): Promise<string> {
  const child = spawn(process.execPath, [program('typescript', 'bin', 'tsc')], { cwd: root })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return code === 0 ? '' : output || `tsc ended with ${code}.`
}

async function tests(): Promise<boolean> {
  if (chosen.length === 0) return true
  const words = ['run', ...chosen.map(({ file }) => file), ...withoutLong]
  const child = spawn(process.execPath, [program('vitest', 'vitest.mjs'), ...words], { cwd: root, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  return code === 0
}

const checking = typeErrors()
const isGood = await tests()
const errors = await checking
console.log(errors === '' ? '✓ types' : `${errors}\n✗ types`)
process.exitCode = isGood && errors === '' ? 0 : 1
