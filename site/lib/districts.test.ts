import { expect, test } from 'vitest'
import { districtWords } from './districts.ts'

test.each([
  [null, 'Unknown'],
  [0, 'Outside the district'],
  [1, 'In the district'],
  [0.43, '43% of this ZIP code is in the district'],
  [0.001, '1% of this ZIP code is in the district'],
  [0.999, '99% of this ZIP code is in the district'],
])('a share of %s of a ZIP code: %s', (share, words) => expect(districtWords(share)).toBe(words))
