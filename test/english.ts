import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFiles } from './support/run/project-files.ts'

/**
 * `npm run english`: counts the words below in the project’s text files, because a comment that uses one usually fails to name
 * its actor (caller, reader, writer, worker, request, visitor, admin, recipient). Addresses such as nobody@example.org do not
 * count. Fails above the limit, with each place.
 */
const words = /\b(?:nobody|somebody|whoever|anybody|whom|meanwhile|nevertheless)\b(?!@)/gi
/** Uses per 10,000 words. */
const limit = 1
/** Texts about people: the specifications, what the moderation model learns from, and its word lists. */
const aboutPeople =
  /^(?:docs\/spec\/|moderation-training\/(?:examples|templates)\/|backend\/moderation\/lexicon|site\/content\/|test\/english\.)/

/** Each use of the words, as 'file:line word'. */
export function usesIn(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) => Array.from(line.matchAll(words), ([word]) => `${file}:${index + 1} ${word}`))
}

/** Whether the file counts: text that is not about people. */
export const isCounted = (file: string) => /\.(?:astro|css|md|mjs|tsx?)$/.test(file) && !aboutPeople.test(file)

/** The uses in all files, and how many they are per 10,000 words. */
export function measured(texts: ReadonlyMap<string, string>): { uses: string[]; rate: number } {
  const uses = [...texts].flatMap(([file, text]) => usesIn(file, text))
  const total = [...texts.values()].reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0)
  return { uses, rate: total ? (uses.length / total) * 10_000 : 0 }
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const texts = new Map(
    projectFiles()
      .filter(isCounted)
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  )
  const { uses, rate } = measured(texts)
  const isGood = rate <= limit
  if (!isGood) console.log(uses.join('\n'))
  console.log(`${uses.length} uses, ${rate.toFixed(2)} per 10,000 words (at most ${limit})`)
  process.exitCode = isGood ? 0 : 1
}
