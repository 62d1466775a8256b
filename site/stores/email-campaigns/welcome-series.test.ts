import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rejection, stubBrowser } from '../../../test/support/browser/site-browser.ts'
import { pollTimeout } from '../../../test/support/run/timeouts.ts'

type Series = typeof import('./welcome-series.ts')
let series: Series
let toast: typeof import('../toasts.ts')['$toast']
let browser: ReturnType<typeof stubBrowser>
let save: (body: unknown) => unknown

const first = { afterHours: 0, subject: 'Welcome', preheader: '', body: 'Hello.' }
const loaded = { isOn: false, mails: [first], underWay: 0, sent: 0, changedAt: null, revision: 3 }
const address = '/api/email-campaigns/welcome-series'

beforeEach(async () => {
  vi.resetModules()
  save = (body) => ({ ...loaded, ...Object(body), revision: 4 })
  browser = stubBrowser({ answers: { [`GET ${address}`]: () => loaded, [`PUT ${address}`]: (body) => save(body) } })
  series = await import('./welcome-series.ts')
  ;({ $toast: toast } = await import('../toasts.ts'))
  series.$settings.listen(() => {})
  await vi.waitFor(() => expect(series.$settings.get()).not.toBeNull(), pollTimeout)
})
afterEach(() => void vi.unstubAllGlobals())

test('it is saved as a whole, with the revision that was read', async () => {
  series.changeSeries({ isOn: true })
  expect(series.$isChanged.get()).toBe(true)
  await series.saveSeries()
  expect(browser.calls.at(-1)).toEqual({
    call: `PUT ${address}`,
    body: { isOn: true, mails: [first] },
    revision: '"3"',
  })
  expect(toast.get()).toMatchObject({ title: 'Welcome series saved' })
  expect(series.$isChanged.get()).toBe(false)
  expect(series.$settings.get()).toMatchObject({ isOn: true })
})

test('up to three emails, each three days after the one before; a blank one is not saved', async () => {
  for (let count = 0; count < 5; count += 1) series.addMail()
  expect(series.$settings.get()?.mails.map(({ afterHours }) => afterHours)).toEqual([0, 72, 144])
  await series.saveSeries()
  expect(browser.called()).toEqual([`GET ${address}`])
  expect(toast.get()).toMatchObject({ title: 'Please fill in required fields' })
  series.removeMail(2)
  series.removeMail(1)
  await series.saveSeries()
  expect(browser.called().at(-1)).toBe(`PUT ${address}`)
})

test('a conflict keeps the input; saving again overwrites', async () => {
  series.changeMail(0, { subject: 'Mine' })
  save = () =>
    rejection(409, { message: 'Someone else saved it.', changed: ['mails'], current: { ...loaded, revision: 9 } })
  await series.saveSeries()
  expect(toast.get()).toMatchObject({ title: 'Error saving the welcome series', description: 'Someone else saved it.' })
  expect(series.$settings.get()?.mails[0]?.subject).toBe('Mine')
  save = (body) => ({ ...loaded, ...Object(body), revision: 10 })
  await series.saveSeries()
  expect(browser.calls.at(-1)?.revision).toBe('"9"')
})

test('text typed while the series is saved stays, as unsaved', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  save = () => promise
  series.changeMail(0, { subject: 'Hello' })
  const saving = series.saveSeries()
  series.changeMail(0, { body: 'Good to have you.' })
  resolve({ ...loaded, mails: [{ ...first, subject: 'Hello' }], revision: 4 })
  await saving
  expect(series.$settings.get()?.mails[0]).toMatchObject({ subject: 'Hello', body: 'Good to have you.' })
  expect(series.$isChanged.get()).toBe(true)
})
