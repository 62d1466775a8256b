import { negations, skillWords, type Way, ways } from './skill-words.ts'

/** The person’s words, and their points: 50 for a chosen interest, 40 or 20 for what they wrote. */
type Reason = { words: string; points: number }
/** The ways to help that the words suggest; other ways are missing. */
export type WayReasons = { [W in Way]?: Reason[] }

const points = { strong: 40, weak: 20, interest: 50 }

type Entry = { way: Way; phrase: readonly string[]; points: number }
type Token = { folded: string; start: number; end: number }

const stemLength = 3
const entries = new Map<string, Entry[]>()
for (const way of ways)
  for (const strength of ['strong', 'weak'] as const)
    for (const words of skillWords[way][strength].split(', '))
      addEntry({ way, phrase: words.split(' '), points: points[strength] })

/** Phrases by their first word, or by its beginning where it has a star; longer phrases come first. */
function addEntry(entry: Entry): void {
  const [first = ''] = entry.phrase
  const key = first.endsWith('*') ? first.slice(0, stemLength) : first
  const listed = [...(entries.get(key) ?? []), entry]
  entries.set(
    key,
    listed.toSorted((one, other) => other.phrase.length - one.phrase.length),
  )
}

/** Lower case, without accents and quotes. */
const folded = (word: string) =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘]/g, "'")
    .replace(/^'+|'+$/g, '')
    .toLowerCase()

const tokensOf = (text: string): Token[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}'’‘]+/gu)].map(({ 0: word, index }) => ({
    folded: folded(word),
    start: index,
    end: index + word.length,
  }))

const isWord = (token: Token | undefined, word: string) =>
  token !== undefined && (word.endsWith('*') ? token.folded.startsWith(word.slice(0, -1)) : token.folded === word)

/** A negation up to two words earlier, in the same part of the sentence. */
function isTakenBack(text: string, tokens: readonly Token[], place: number): boolean {
  const here = tokens[place]
  return tokens
    .slice(Math.max(0, place - 2), place)
    .some(({ folded: word, end }) => negations.has(word) && !/[.,;:!?\n]/.test(text.slice(end, here?.start)))
}

/** The longest phrase for a way that begins at this word. */
function entryAt(tokens: readonly Token[], place: number, way: Way): Entry | undefined {
  const first = tokens[place]?.folded ?? ''
  const found = [first, first.slice(0, stemLength)]
    .flatMap((key) => entries.get(key) ?? [])
    .filter((entry) => entry.way === way && entry.phrase.every((word, offset) => isWord(tokens[place + offset], word)))
  return found.toSorted((one, other) => other.phrase.length - one.phrase.length || other.points - one.points)[0]
}

/** The ways to help that a text suggests, with the matching words; each entry of the list counts once. */
export function waysOfText(text: string | null): WayReasons {
  const reasons: WayReasons = {}
  if (text === null) return reasons
  const tokens = tokensOf(text)
  for (const way of ways) {
    const seen = new Set<Entry>()
    for (let place = 0; place < tokens.length; place++) {
      const entry = entryAt(tokens, place, way)
      const [from, to] = [tokens[place], tokens[place + (entry?.phrase.length ?? 0) - 1]]
      if (!entry || !from || !to || isTakenBack(text, tokens, place)) continue
      place += entry.phrase.length - 1
      if (seen.has(entry)) continue
      seen.add(entry)
      reasons[way] = [...(reasons[way] ?? []), { words: text.slice(from.start, to.end), points: entry.points }]
    }
  }
  return reasons
}

/**
 * The same for chosen interests. A campaign may rename them: an interest that names no kind of work suggests no way.
 */
export function waysOfInterests(interests: readonly string[]): WayReasons {
  const reasons: WayReasons = {}
  for (const interest of interests) {
    const found = waysOfText(interest)
    for (const way of ways)
      if (found[way]) reasons[way] = [...(reasons[way] ?? []), { words: interest, points: points.interest }]
  }
  return reasons
}
