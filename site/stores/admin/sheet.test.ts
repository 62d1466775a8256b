import { expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../test/support/browser/site-browser.ts'

test('a sheet knows a person again by address, and volunteers by name and address', async () => {
  stubBrowser({ answers: {} })
  const { repeatedRow } = await import('./sheet.ts')
  const row = (key: number, firstName: string, email: string) => ({
    ...{ key, values: { firstName, lastName: 'Gray', email } },
    ...{ state: 'typing' as const, note: '', hint: '' },
  })
  const [ruth, walter, again] = [
    row(1, 'Ruth', 'gray@example.org'),
    row(2, 'Walter', 'Gray@example.org'),
    row(3, 'ruth', 'gray@example.org'),
  ]
  const rows = [ruth, walter, again]
  expect(rows.map((one) => repeatedRow('emails', rows, one))).toEqual([null, 1, 1])
  expect(rows.map((one) => repeatedRow('volunteers', rows, one))).toEqual([null, null, 1])
  vi.unstubAllGlobals()
})
