import { expect, it } from 'vitest'
import { createTextLayout } from './text-layout.ts'

const set = createTextLayout('@fontsource/source-serif-4/files/source-serif-4-latin-700-normal.woff2')
const narrow = { size: 40, width: 400, maxLines: 2 }

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

it('omits characters that are not in the font', () => {
  expect(set('🌽 Corn', narrow)).toEqual(set('Corn', narrow))
  expect(set('🌽 ', narrow)).toEqual([])
})
