import { settings } from './config.ts'
import { environment, settingsFile } from './environment.ts'
import { expectations } from './expectations.ts'

/** Settings that are read elsewhere: before the others, and by docker-compose.yml. */
const alsoRead = ['ENV_FILE', 'CAMPAIGN_DIR', 'APP_UPSTREAMS']
const known = [...settings, ...alsoRead]

/** Settings that Compose, Node and other programs read from the same file. */
const ofOthers = /^(COMPOSE|DOCKER|BUILDKIT|NODE|NPM|OTEL|AWS|VAULT|LC)_|^PG[A-Z]|_PROXY$|^(TZ|LANG|PATH|HOME|USER)$/

/** Lines of a key that was pasted without quotes look like names to a parser, and must not be repeated. */
const isName = (text: string) => /^[A-Z][A-Z0-9_]{0,39}$/.test(text)

/** The number of characters to change, add or leave out. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}

const firstWord = (name: string) => name.split('_')[0] ?? name
/** Short names are near to many words. */
const isTypoOf = (name: string) => (setting: string) =>
  setting.length >= 6 && distance(name, setting) <= (setting.length < 8 ? 1 : 2)
const isOfFamily = (name: string) => (setting: string) =>
  firstWord(name).length >= 4 && distance(firstWord(name), firstWord(setting)) <= 1
const nearestTo = (name: string, settings: readonly string[]): string | undefined =>
  settings.toSorted((a, b) => distance(name, a) - distance(name, b))[0]

const expected: ReadonlyMap<string, string> = new Map(Object.entries(expectations))

function sentence(name: string, place: string, meant: string | undefined): string {
  const example = meant === undefined ? undefined : expected.get(meant)
  const question = meant === undefined ? '' : `; did you mean ${meant}${example === undefined ? '' : ` (${example})`}?`
  return `${name} in ${place} is no setting of this site and has no effect${question || '.'}`
}

type Given = {
  /** The file that settings were read from, and the names in it. */
  file: { path: string; names: readonly string[] } | null
  /** All names in the environment. */
  environment: readonly string[]
  /** A program signs the seals: it gets the environment, and may have settings of its own in the file. */
  hasSigner: boolean
}

/**
 * Names that look like ours but have no effect, a sentence each and never a value: every unknown one in the file, except
 * those that other programs read, and in the environment, which is full of others, only what is a setting but for a typo.
 */
export function unknownSettings({ file, environment: names, hasSigner }: Given): string[] {
  const inFile = file?.names ?? []
  const isUnknown = (name: string) => isName(name) && !known.includes(name)
  const typoIn = (name: string) => nearestTo(name, known.filter(isTypoOf(name)))
  return [
    ...inFile.filter(isUnknown).flatMap((name) => {
      const typo = typoIn(name)
      if (typo === undefined && ofOthers.test(name)) return []
      const meant = typo ?? nearestTo(name, known.filter(isOfFamily(name)))
      return meant === undefined && hasSigner ? [] : [sentence(name, file?.path ?? '', meant)]
    }),
    ...names
      .filter((name) => isUnknown(name) && !inFile.includes(name))
      .flatMap((name) => {
        const typo = typoIn(name)
        return typo === undefined ? [] : [sentence(name, 'the environment', typo)]
      }),
  ]
}

/** Those of this process. */
export function unknownSettingsHere(): string[] {
  const variables = environment()
  return unknownSettings({
    file: settingsFile(),
    environment: Object.keys(variables),
    hasSigner: Boolean(variables.SEAL_KEY_COMMAND),
  })
}
