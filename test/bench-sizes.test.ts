import { expect, it } from 'vitest'
import { optionsOf, sizesFrom } from '../bench/sizes.ts'

const own = { rounds: 5, memory: [1000, 2000], paths: ['/', '/about'] }

it('shows the options of a benchmark as they are typed', () => {
  expect(optionsOf(own)).toBe('--rounds=5 --memory=1000,2000 --paths=/,/about')
})

it('reads what it shows', () => {
  expect(sizesFrom(optionsOf(own).split(' '), own)).toEqual(own)
})

it.each(['--round=5', '--rounds', '--rounds=many', '--rounds=-1', '--memory=10,few'])('refuses %s', (typed) => {
  expect(() => sizesFrom([typed], own)).toThrow(/^(--round\b.* is no option here|--rounds is no option|many|-1|few)/)
})
