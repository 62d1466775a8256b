import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Vocabulary } from './plain-words.ts'

type Detector = typeof import('eld/extrasmall')['eld']

/** One word is too short to tell. */
const minWords = 2
/** Share of known words above which a text counts as English without further checks. */
const englishFrom = 0.75
/**
 * Factor by which the language must be likelier than English: names, slang and spelling mistakes look like other languages.
 * A few words need a plain result, and such a result needs less of a margin.
 */
const margin = 1.5
const plain = { words: 4, share: 0.7, margin: 1.4 }

let loaded: Detector | undefined

/** Read on first use and cached: it takes half a second and 60 MB, and most forums never need it. */
function detector(): Detector {
  if (loaded) return loaded
  // Imported here, because a static import would read it at every start.
  const file = fileURLToPath(import.meta.resolve('eld/extrasmall'))
  const { eld }: { eld: Detector } = createRequire(import.meta.url)(file)
  eld.enableTextCleanup(true)
  loaded = eld
  return eld
}

/** The language of a text (ISO 639-1) that is certainly not written in English, else null. Uses no network. */
export function foreignLanguageOf(text: string, words: readonly string[], { isCommon }: Vocabulary): string | null {
  if (words.length < minWords) return null
  const common = words.filter((word) => isCommon(word.toLowerCase())).length
  if (common / words.length >= englishFrom) return null
  const found = detector().detect(text)
  if (found.language === '' || found.language === 'en' || !found.isReliable()) return null
  const { en = 0, [found.language]: share = 0 } = found.getScores()
  const isPlain = share >= plain.share && share > en * plain.margin
  return isPlain || (words.length >= plain.words && share > en * margin) ? found.language : null
}
