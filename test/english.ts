import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFiles } from './support/run/project-files.ts'

/**
 * `npm run english`: counts the words below in the project’s text files, because a comment that uses one usually fails to name
 * its actor (caller, reader, writer, worker, request, visitor, admin, recipient). Addresses such as nobody@example.org do not
 * count. Fails above the limit, with each place, and where a comment opens with What, Whether or How.
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

const isCode = (file: string) => /\.(?:astro|css|mjs|tsx?)$/.test(file)
const opener = /^(.*?)(?:\/\*\*?|\/\/)\s+(What|Whether|How)\b/
/** A docstring whose words begin on the line below. */
const openerBelow = /\/\*\*?\n\s*\*?\s*(What|Whether|How)\b/g
const isComment = /^\s*\/\//

/**
 * Comments of code that open with What, Whether or How, as 'file:line word': a comment starts with its subject ('Number of
 * rows', 'True when'). Later lines of a comment of several lines do not count.
 */
export function openersIn(file: string, text: string): string[] {
  if (!isCode(file)) return []
  const lines = text.split('\n')
  const beside = lines.flatMap((line, index) => {
    const [, before = '', word] = opener.exec(line) ?? []
    const goesOn = before.trim() === '' && isComment.test(line) && isComment.test(lines[index - 1] ?? '')
    return word === undefined || goesOn ? [] : [`${file}:${index + 1} ${word}`]
  })
  const below = Array.from(
    text.matchAll(openerBelow),
    ({ 1: word, index }) => `${file}:${text.slice(0, index).split('\n').length + 1} ${word}`,
  )
  return [...beside, ...below]
}

/** True when the file counts: text that is not about people. */
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
  const openers = [...texts].flatMap(([file, text]) => openersIn(file, text))
  const isRare = rate <= limit
  if (!isRare) console.log(uses.join('\n'))
  for (const place of openers) console.log(`${place}: a comment starts with its subject.`)
  console.log(`${uses.length} uses, ${rate.toFixed(2)} per 10,000 words (at most ${limit})`)
  process.exitCode = isRare && openers.length === 0 ? 0 : 1
}
