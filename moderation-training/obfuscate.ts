import { pick, type Random } from './random.ts'

const leet: { [letter: string]: string } = { a: '4', e: '3', i: '1', o: '0', s: '$', t: '7' }
const twins: { [letter: string]: string } = { a: 'а', e: 'е', o: 'о', c: 'с', p: 'р', x: 'х', i: 'і', s: 'ѕ' }

const tricks: ((word: string, random: Random) => string)[] = [
  (word) => [...word].join(' '),
  (word) => [...word].join('.'),
  (word, random) =>
    [...word].map((letter) => (random() < 0.7 ? (leet[letter.toLowerCase()] ?? letter) : letter)).join(''),
  (word) => [...word].map((letter) => twins[letter] ?? letter).join(''),
  (word) => [...word].join('\u200b'),
  (word, random) => repeatedAt(word, 1 + Math.floor(random() * (word.length - 1))),
  (word, random) => swappedAt(word, 1 + Math.floor(random() * (word.length - 2))),
  (word, random) => without(word, 1 + Math.floor(random() * (word.length - 2))),
  (word) => word.toUpperCase(),
  (word) => word.replace(/[aeiou]/, '*'),
]

const repeatedAt = (word: string, at: number) => word.slice(0, at) + (word[at] ?? '').repeat(4) + word.slice(at + 1)
const swappedAt = (word: string, at: number) =>
  word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2)
const without = (word: string, at: number) => word.slice(0, at) + word.slice(at + 1)

/** The text with some of its words disguised, as people do to get past a filter; now and then without any spaces. */
export function obfuscated(text: string, random: Random): string {
  if (text.length < 60 && random() < 0.1) return text.replace(/ /g, '')
  const trick = pick(tricks, random)
  return text.replace(/[A-Za-z]{4,}/g, (word) => (random() < 0.4 ? trick(word, random) : word))
}
