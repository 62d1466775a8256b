import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { volunteerInterests } from '../../contract/campaign.ts'
import { waysOfInterests, waysOfText } from './skill-match.ts'
import { skillWords, ways } from './skill-words.ts'

describe('the ways to help that a text suggests', () => {
  it('come with the matching words as written, and their points', () => {
    expect(waysOfText('I knocked on doors in 2020, and I’m a Software engineer.')).toEqual({
      grassroots: [{ words: 'knocked on doors', points: 40 }],
      technology: [
        { words: 'Software', points: 40 },
        { words: 'engineer', points: 20 },
      ],
    })
  })

  it.each([
    ['Photographer, can write press releases', ['communications', 'events']],
    ['fluent in español? No: Spanish', ['grassroots', 'communications']],
    ['Sold insurance for 30 years', []],
    ['I sing at wédding receptions', ['events']],
    ['Excel', ['technology']],
    ['I excelled at school, single, called to serve', []],
    ['', []],
  ])('%s: %j', (text, expected) => {
    expect(Object.keys(waysOfText(text))).toEqual(expected)
  })

  it('take the longest phrase, and count each entry once', () => {
    expect(waysOfText('Phone calls, phone calls, phone calls').grassroots).toEqual([
      { words: 'Phone calls', points: 40 },
    ])
  })

  it.each(['No computer skills.', 'I can’t write', 'I am not a programmer', 'never hosted events'])(
    'leave out what the person negates: %s',
    (text) => {
      expect(waysOfText(text)).toEqual({})
    },
  )

  it('keep what follows in another part of the sentence', () => {
    expect(Object.keys(waysOfText('No, I write.'))).toEqual(['communications'])
  })

  it('name only words of the text, for any text', () => {
    const words = ways.flatMap((way) => Object.values(skillWords[way]).flatMap((list) => list.split(/[ ,*]+/)))
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(...words, ' ', ', ', 'no ', '\n', 'é')).map((parts) => parts.join(' ')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const found = waysOfText(text)
        for (const way of ways)
          for (const { words: named, points } of found[way] ?? [])
            if (named === '' || !text.includes(named) || ![20, 40].includes(points)) throw new Error(named)
      }),
    )
  })
})

it('every interest on our form suggests a way to help, and an unknown one suggests none', () => {
  expect(volunteerInterests.filter((interest) => Object.keys(waysOfInterests([interest])).length === 0)).toEqual([])
  expect(waysOfInterests(['Data Entry', 'Juggling'])).toEqual({ technology: [{ words: 'Data Entry', points: 50 }] })
})
