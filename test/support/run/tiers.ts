import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

/** A part of a tier: a command that ends with 0 if all of its tests pass. */
export type Part = {
  command: readonly string[]
  env?: Readonly<Record<string, string>>
  /** The command that runs only these files, one after the other; absent where a failure is never repeated. */
  again?(files: readonly string[]): readonly string[]
}

const vitest = (...words: string[]) => ['node', 'node_modules/vitest/vitest.mjs', 'run', ...words]
const playwright = (...words: string[]) => ['node', 'node_modules/@playwright/test/cli.js', 'test', ...words]
const engines = ['npm', 'run', '--silent', 'test:engines', '--']
const vitestAgain = (files: readonly string[]) => vitest(...files, '--maxWorkers=1')
const playwrightAgain = (tag: string) => (files: readonly string[]) =>
  playwright(...files, '--grep', tag, '--workers=1')

/** Test files whose whole content takes long, by their name. */
const longFiles = '**/*.long.test.ts'

/** Leaves out the long tests of files whose other tests are quick. */
export const withoutLong = ['--tags-filter', '!long']
const onlyLong = ['--tags-filter', 'long']

/** The long files, and those in which `length` says how often. */
const says = (words: string) => (file: string) => readFileSync(join(root, file), 'utf8').includes(words)
const isLong = (file: string) => file.endsWith('.long.test.ts') || says('run/length.ts')(file)
const files = globSync('{backend,brand,contract,records,moderation-training,test}/**/*.test.ts', {
  cwd: root,
}).toSorted()
const fullLengthFiles = files.filter(isLong)

/** The others that have long tests. */
export const filesWithLongTests = files.filter((file) => !isLong(file) && says("tags: 'long'")(file))

/** The files of the backend whose tests ask a database; nothing else can differ between two builds of PostgreSQL. */
const filesOnPostgres = files.filter(
  (file) => file.startsWith('backend/') && (says('support/database/')(file) || says('support/app/')(file)),
)

const main: Record<string, Part> = {
  check: { command: ['npm', 'run', '--silent', 'check'] },
  unit: {
    command: vitest('--exclude', longFiles, ...withoutLong),
    again: (files) => vitestAgain([...files, ...withoutLong]),
  },
  browser: { command: playwright('--grep', '@main'), again: playwrightAgain('@main') },
}

const rest: Record<string, Part> = {
  long: { command: vitest(...fullLengthFiles), env: { TEST_LENGTH: 'long' }, again: vitestAgain },
  'long-tests': {
    command: vitest(...filesWithLongTests, ...onlyLong),
    again: (files) => vitestAgain([...files, ...onlyLong]),
  },
  'browser-full': { command: playwright('--grep', '@full'), again: playwrightAgain('@full') },
  benches: { command: ['npm', 'run', '--silent', 'test:bench'] },
  ...(globSync('/usr/bin/{firefox-esr,WebKitWebDriver}').length > 0 && {
    engines: { command: engines, again: (files) => [...engines, ...files] },
  }),
  ...(globSync('/usr/lib/postgresql/*/bin/initdb').length > 0 && {
    // Only tests of our SQL: all of them would find nothing more.
    debian: {
      command: vitest(...filesOnPostgres, 'test/eventlog/postgres.test.ts'),
      env: { TEST_POSTGRES: 'debian' },
      again: vitestAgain,
    },
  }),
}

/** `main` is `npm test`; `rest` is what `npm run test:all` runs after it. */
export const tiers: Readonly<Record<string, Record<string, Part>>> = { main, rest }
