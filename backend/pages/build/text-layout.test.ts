import { expect, it } from 'vitest'
import { pictureFonts } from './picture-fonts.ts'
import { createTextLayout } from './text-layout.ts'

const { set, hasLettersOf } = createTextLayout(pictureFonts)
const narrow = { size: 40, width: 400, maxLines: 2 }
const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).filter((character) =>
    /\p{L}/u.test(character),
  )

it('renders words as shapes only', () => {
  const lines = set('"</path><script>', { ...narrow, width: 2000 })
  expect(lines).toHaveLength(1)
  for (const { path } of lines) expect(path).toMatch(/^[MLQCZ\d .-]+$/)
})

it('breaks between words, and truncates text that does not fit', () => {
  expect(set('Broadband for everybody', narrow)).toHaveLength(2)
  const tooLong = set('Broadband for every county road in all of Indiana', narrow)
  expect(tooLong).toHaveLength(2)
  for (const { width } of [...tooLong, ...set('W'.repeat(255), narrow)]) expect(width).toBeLessThanOrEqual(400)
})

it('has every letter of Latin, Latin-1, Extended-A, Extended-B and Extended Additional', () => {
  const letters = [...between(0x41, 0x24f), ...between(0x1e00, 0x1eff)]
  expect(letters.length).toBeGreaterThan(700)
  expect(letters.filter((letter) => !hasLettersOf(letter))).toEqual([])
  expect(letters.filter((letter) => !set(letter, narrow)[0]?.path)).toEqual([])
})

it.each([
  ['Thu Nguyễn', 'Thu Nguyn'],
  ['Łódź', 'ód'],
  ['Jiří', 'Jií'],
  ['Ŧ', ''],
  ['Встреча', ''],
])('draws each letter of %s', (name, without) => {
  expect(hasLettersOf(name)).toBe(true)
  expect(set(name, narrow)).not.toEqual(set(without, narrow))
})

it('composes a letter and its accent, and draws every hyphen', () => {
  expect(set('Nguye\u0302\u0303n', narrow)).toEqual(set('Nguyễn', narrow))
  expect(set('Anna\u2010Lena\u2011Ruth', narrow)).toEqual(set('Anna-Lena-Ruth', narrow))
})

it('omits symbols that are in no font', () => {
  expect(set('🌽 Corn ❤️ 👩🏽‍🌾', narrow)).toEqual(set('Corn', narrow))
  expect(set('🌽 ', narrow)).toEqual([])
  expect(hasLettersOf('🌽 Corn ❤️ 👩🏽‍🌾 🇺🇸')).toBe(true)
})

it.each(['会议在图书馆', 'שלום', 'Meet 王 Li', 'e\u0329\u0301'])('does not have the letters of %s', (text) => {
  expect(hasLettersOf(text)).toBe(false)
})
