import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refusal, stubBrowser } from '../../../test/support/browser/site-browser.ts'

type Import = typeof import('./donor-import.ts')
let donors: Import
let toast: typeof import('../toasts.ts')['$toast']
let browser: ReturnType<typeof stubBrowser>
let isStale: boolean
let parts: object[]
let answers: { [call: string]: () => unknown }

const plan = 'a'.repeat(64)
const report = { plan, left: 3, rows: 3, added: 2, changed: 1, repeated: 0, refused: 0, addedAmount: 5000 }
const address = '/api/admin/donations/import'

beforeEach(async () => {
  vi.resetModules()
  isStale = false
  parts = [{ ...report, plan: null, left: 0 }]
  answers = {
    [`POST ${address}`]: () => report,
    [`POST ${address}?plan=${plan}`]: () =>
      isStale ? refusal(409, { message: 'Donations have changed since the check.' }) : parts.shift(),
    'GET /api/email-segments/stats': () => [],
  }
  browser = stubBrowser({ answers })
  donors = await import('./donor-import.ts')
  ;({ $toast: toast } = await import('../toasts.ts'))
})
afterEach(() => void vi.unstubAllGlobals())

const file = () => new File(['email\nruth@example.org'], 'donors.csv')

test('choosing a file only says what would happen', async () => {
  donors.openImport()
  await donors.checkFile(file())
  expect(browser.called()).toEqual([`POST ${address}`])
  expect(browser.calls[0]?.body).toBe('email\nruth@example.org')
  expect(donors.$checked.get()).toMatchObject({ name: 'donors.csv', report })
})

test('the import does what was shown, and closes', async () => {
  donors.openImport()
  await donors.checkFile(file())
  await donors.importChecked()
  expect(browser.called()).toContain(`POST ${address}?plan=${plan}`)
  expect(toast.get()).toMatchObject({
    title: 'Donors imported',
    description: '2 donations added ($50.00). 1 donation corrected.',
  })
  expect(donors.$isImportOpen.get()).toBe(false)
})

test('a long file takes several requests, and the progress is shown', async () => {
  const next = 'b'.repeat(64)
  parts = [{ ...report, plan: next, left: 1, added: 5000, changed: 0, addedAmount: 100 }]
  answers[`POST ${address}?plan=${next}`] = () => ({
    ...report,
    plan: null,
    left: 0,
    added: 1,
    changed: 2,
    addedAmount: 200,
  })
  const seen: number[] = []
  donors.$written.listen((written) => seen.push(written))
  await donors.checkFile(file())
  await donors.importChecked()
  expect(browser.called()).toEqual(
    expect.arrayContaining([`POST ${address}?plan=${plan}`, `POST ${address}?plan=${next}`]),
  )
  expect(seen).toEqual([5000, 5003])
  expect(toast.get()?.description).toBe('5,001 donations added ($3.00). 2 donations corrected.')
})

test('when it would do something else by now, that is shown instead', async () => {
  donors.openImport()
  await donors.checkFile(file())
  isStale = true
  await donors.importChecked()
  expect(toast.get()).toMatchObject({
    title: 'Error importing donors',
    description: 'Donations have changed since the check.',
  })
  expect(browser.called().at(-1)).toBe(`POST ${address}`)
  expect(donors.$isImportOpen.get()).toBe(true)
})

test('a file of more than 10 MB is not sent', async () => {
  await donors.checkFile(new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'big.csv'))
  expect(browser.called()).toEqual([])
  expect(toast.get()).toMatchObject({ title: 'Error checking the file', description: 'Files can be up to 10 MB.' })
})

test('a file that is still being checked when people close the dialog is not there when they open it again', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  answers[`POST ${address}`] = () => promise
  donors.openImport()
  const checking = donors.checkFile(file())
  donors.closeImport()
  donors.openImport()
  resolve(report)
  await checking
  expect(donors.$checked.get()).toBeNull()
})

test('an import that ends after the dialog was opened again leaves it open', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  answers[`POST ${address}?plan=${plan}`] = () => promise
  donors.openImport()
  await donors.checkFile(file())
  const importing = donors.importChecked()
  donors.closeImport()
  donors.openImport()
  resolve({ ...report, plan: null, left: 0 })
  await importing
  expect(toast.get()).toMatchObject({ title: 'Donors imported' })
  expect(donors.$isImportOpen.get()).toBe(true)
})
