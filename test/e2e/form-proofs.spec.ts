import { proofHeader } from '../../records/http/proof-of-work.ts'
import { createTestApp, type RunningApp } from '../support/app/app.ts'
import { type DataFolder, temporaryDataFolder } from '../support/app/data-folder.ts'
import { hold, requestsFor } from './network.ts'
import { unique } from './people.ts'
import { expectToast, fill, form, toasts } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

/**
 * A site of its own, where the second submission from this network has to prove some work: not much, since the browser of
 * these tests optimizes no script.
 */
let folder: DataFolder
let busy: RunningApp

test.beforeAll(async () => {
  folder = temporaryDataFolder()
  busy = await createTestApp({
    http: 'socket',
    folder,
    env: { RATE_LIMITS: 'on', FORM_LIMIT: '1', FORM_PROOF_BITS: '11' },
  })
})
test.afterAll(async () => {
  await busy?.stop()
  await folder.remove()
})

const path = '/api/prayers'
const submit = (page: Parameters<typeof form>[0]) =>
  form(page, 'Share your prayer').getByRole('button', { name: 'Submit Prayer' }).click()

test(
  'beyond the limit the browser proves some work, says so, and the form is sent',
  full,
  async ({ page, request }) => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    await request.post(`${busy.url}${path}`, { headers, data: { prayer: 'For rain.', firstName: 'Ruth' } })
    await page.goto(`${busy.url}/prayers`)
    const typed = form(page, 'Share your prayer')
    await typed.scrollIntoViewIfNeeded()
    await fill(typed, { Name: 'Ruth', Prayer: unique('For sun') })
    const sent = requestsFor(page, { method: 'POST', path })

    // The worker waits for its script, so that the message stays to be looked at.
    const release = await hold(page, { method: 'GET', path: /proof-of-work\.worker/ })
    await submit(page)
    await expectToast(
      page,
      'One moment',
      'It’s busy on your network. Your browser is proving that it’s not a robot, which takes a few seconds.',
    )
    await expect(typed.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
    await expectAccessible(page)
    release()

    await expectToast(
      page,
      'Prayer Submitted',
      'Thank you for your prayer. It will be reviewed before being displayed.',
    )
    expect(sent.map((one) => one.headers()[proofHeader] !== undefined)).toEqual([false, true])
    expect(new Set(sent.map((one) => one.headers()['idempotency-key'])).size).toBe(1)
  },
)

test('without a worker, the form says what to do and keeps the input', main, async ({ page, request }) => {
  const headers = { 'sec-fetch-site': 'same-origin' }
  await request.post(`${busy.url}${path}`, { headers, data: { prayer: 'For rain.', firstName: 'Ruth' } })
  await page.route(/proof-of-work\.worker/, (route) => route.abort())
  await page.goto(`${busy.url}/prayers`)
  const typed = form(page, 'Share your prayer')
  await typed.scrollIntoViewIfNeeded()
  await fill(typed, { Name: 'Ruth', Prayer: 'For wind' })
  await submit(page)
  await expect(typed.getByRole('alert')).toHaveText(/or try again in \d+ minutes?\.$/)
  await expect(typed.getByLabel('Prayer')).toHaveValue('For wind')
  await expect(toasts(page)).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a sentence explains how to continue, and no input is lost', main, async ({ page, request }) => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    await request.post(`${busy.url}${path}`, { headers, data: { prayer: 'For rain.', firstName: 'Ruth' } })
    await page.goto(`${busy.url}/prayers`)
    // Without scripts the form keeps the browser's own checks, which `form` waits to be rid of.
    const typed = page.getByRole('form', { name: 'Share your prayer' })
    await fill(typed, { Name: 'Ruth', Prayer: 'For hail to stay away' })
    await typed.getByRole('button', { name: 'Submit Prayer' }).click()
    await expect(typed.getByRole('alert')).toHaveText(
      /^Many people are sending this form from your network right now\. Please turn on JavaScript and send it again, or try again in \d+ minutes?\.$/,
    )
    await expect(typed.getByLabel('Prayer')).toHaveValue('For hail to stay away')
  })
})
