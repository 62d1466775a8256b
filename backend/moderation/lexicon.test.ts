import { describe, expect, it } from 'vitest'
import { indexOf, meaningOf } from './lexicon.ts'

describe('a listed word', () => {
  it.each(['senator', 'senators', "senator's", 'mayor', 'judges'])('means an official: %s', (word) => {
    expect(meaningOf(word)).toBe(indexOf('official'))
  })

  it('is distinguished from the politics that officials argue about, and from a weapon', () => {
    expect(meaningOf('bill')).toBe(indexOf('politics'))
    expect(meaningOf('rifles')).toBe(indexOf('weapon'))
  })

  it('means nothing when it is not listed', () => {
    expect(meaningOf('spoon')).toBe(-1)
  })
})
