import { describe, expect, it } from 'vitest'
import { readWrittenPosts } from './written-posts.ts'

const { train, validation, test } = await readWrittenPosts()

/** All six words in a row. */
function sequencesOf({ text }: { text: string }): Set<string> {
  const words = text.toLowerCase().match(/[a-z0-9']+/g) ?? []
  return new Set(Array.from({ length: Math.max(0, words.length - 5) }, (_, at) => words.slice(at, at + 6).join(' ')))
}

/** Training posts of which two fifths of the sequences, and at least three, stand in these posts: more than an idiom. */
function repeatedFrom(posts: readonly { text: string }[]): string[] {
  const known = new Set(posts.flatMap((post) => [...sequencesOf(post)]))
  return train
    .filter((post) => {
      const own = sequencesOf(post)
      const shared = own.intersection(known).size
      return shared >= 3 && shared >= 0.4 * own.size
    })
    .map(({ text }) => text)
}

describe('training posts', () => {
  const unseen = validation.filter(({ kind }) => kind !== undefined)

  it.each([
    ['test', test],
    ['unseen', unseen],
  ] as const)('repeat fewer than one in 200 of the %s posts: idioms, and what two people happen to say', (_, posts) => {
    expect(posts.length).toBeGreaterThan(800)
    expect(repeatedFrom(posts).length).toBeLessThan(posts.length / 200)
  })

  it('are found when they do repeat one', () => {
    expect(repeatedFrom(train.slice(0, 50)).length).toBeGreaterThan(25)
  })
})
