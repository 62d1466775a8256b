import type { Page } from '@playwright/test'
import type { ReplayRequest } from '../../contract/fitness-replay.ts'
import { replayed, rules } from './genetics-figures.ts'
import { answer, hold, requestsFor } from './network.ts'
import { expectErrorToast, expectFieldError, expectToast, fill, form } from './screen.ts'
import { expect, expectAccessible, full, main, phone, test } from './test.ts'

const path = '/genetic-analytics?tab=replay'
const chosen = `${path}&donation=2&volunteer=3&time=0.01&cap=30`
const reading = { method: 'GET', path: '/api/genetic-test/fitness' } as const
const replaying = { method: 'POST', path: '/api/genetic-test/replay' } as const

/** The server's answers: rules, and a replay of whatever is asked for. */
async function open(page: Page, at = path): Promise<void> {
  await answer(page, reading, rules())
  await page.route('**/api/genetic-test/replay', (route) =>
    route.fulfill({ json: replayed(route.request().postDataJSON()) }),
  )
  await page.goto(at)
  await expect(form(page, 'Replay')).toBeVisible()
}

const question = (page: Page, name: RegExp) => page.getByRole('region', { name })

test('a formula is replayed, with every choice in the address', main, async ({ adminPage }) => {
  await open(adminPage)
  const asked = requestsFor(adminPage, replaying)
  const fields = form(adminPage, 'Replay')
  await expect(fields.getByLabel('Donation')).toHaveValue('2')
  await expectAccessible(adminPage)
  await fill(fields, { Volunteer: 'three' })
  await fields.getByRole('button', { name: 'Replay' }).click()
  await expectFieldError(fields.getByLabel('Volunteer'), 'Use a number from 0 to 1,000.')
  await fill(fields, { Volunteer: '3', From: '2026-10-01', To: '2026-10-31' })
  await fields.getByLabel('Probable bots').selectOption('Counted too')
  await fields.getByLabel('Traffic split by').selectOption('Equal chance for every page')
  const release = await hold(adminPage, replaying)
  await fields.getByRole('button', { name: 'Replay' }).click()
  await expect(adminPage.getByText('Replaying recorded visits…')).toBeAttached()
  release()
  await expect(question(adminPage, /What past visits say/)).toContainText(
    'Donation 2, volunteer 3, time 0.01 up to 30 s',
  )
  await expect(adminPage).toHaveURL(`${chosen}&from=2026-10-01&to=2026-10-31&bots=in&split=uniform`)
  const body: ReplayRequest = asked[0]?.postDataJSON()
  expect(body).toEqual({
    weights: { donation: 2, volunteer: 3, time: 0.01 },
    timeCap: 30_000,
    from: '2026-10-01',
    to: '2026-10-31',
    bots: 'in',
    split: 'uniform',
  })
  await adminPage.reload()
  await expect(form(adminPage, 'Replay').getByLabel('From')).toHaveValue('2026-10-01')
  await expect(question(adminPage, /What past visits say/)).toBeVisible()
})

test(
  'each number names the question it answers, and unavailable ones are refused with the reason',
  full,
  async ({ adminPage }) => {
    await open(adminPage, chosen)
    const pages = question(adminPage, /^1\. How would these pages/)
    await expect(pages).toContainText('evidence')
    const rows = pages.getByRole('row')
    await expect(rows.nth(1)).toContainText('b4d6')
    await expect(rows.nth(1)).toContainText('1. 9.808.70 to 10.90up from 2')
    await expect(rows.nth(2)).toContainText('down from 1')
    await expect(rows.nth(3)).toContainText('The effective sample size is 31. It takes 200.')
    const split = question(adminPage, /^2\. What if traffic had been split/)
    await expect(split).toContainText('estimate')
    await expect(split).toContainText('Doubly robust (DR)6.305.70 to 6.90')
    await expect(split).toContainText('Coverage99.4%')
    const breeding = question(adminPage, /^3\. Which pages/)
    await expect(breeding).toContainText('extrapolation, no evidence')
    await expect(breeding).toContainText('Generation 3 is the first that differs')
    await expectAccessible(adminPage)

    await adminPage.unrouteAll()
    await answer(adminPage, reading, rules())
    const request = { weights: { donation: 2, volunteer: 3, time: 0.01 }, timeCap: 30_000 }
    const whole = replayed({ ...request, from: null, to: null, bots: 'out', split: 'thompson' })
    const refusal = 'Only 61% of the visitors are covered; it takes 95%.'
    const refused = { ...whole.split, ips: null, snips: null, doublyRobust: null, coverage: 0.61, refusal }
    await answer(adminPage, replaying, { ...whole, split: refused })
    await adminPage.reload()
    await expect(split).toContainText(refusal)
    await expect(split).toContainText('Inverse propensity (IPS)–')
    await adminPage.unrouteAll()
    await answer(adminPage, reading, rules())
    await answer(adminPage, replaying, { message: 'Another replay is running. Try again in a minute.' }, 503)
    await adminPage.reload()
    await expect(
      adminPage.getByText('Error replaying: Another replay is running. Try again in a minute.'),
    ).toBeVisible()
  },
)

test('a formula is saved under a name, replaced, replayed and removed', main, async ({ adminPage }) => {
  await open(adminPage, chosen)
  const saved = requestsFor(adminPage, { method: 'PUT', path: /^\/api\/genetic-test\/formulas\// })
  await answer(adminPage, { method: 'PUT', path: /^\/api\/genetic-test\/formulas\// }, rules())
  const save = adminPage.getByRole('form', { name: 'Save this formula' })
  await save.getByLabel('Name of the formula').fill('My formula')
  await save.getByRole('button', { name: 'Save formula' }).click()
  await expectToast(adminPage, 'Formula “My formula” saved')
  await expect(save.getByLabel('Name of the formula')).toHaveValue('')
  await save.getByLabel('Name of the formula').fill('Volunteers count triple')
  await save.getByRole('button', { name: 'Save formula' }).click()
  const replace = adminPage.getByRole('alertdialog', { name: 'Replace the formula “Volunteers count triple”?' })
  await replace.getByRole('button', { name: 'Replace' }).click()
  await expectToast(adminPage, 'Formula “Volunteers count triple” saved')
  expect(saved.map((request) => decodeURIComponent(new URL(request.url()).pathname))).toEqual([
    '/api/genetic-test/formulas/My formula',
    '/api/genetic-test/formulas/Volunteers count triple',
  ])
  const formulas = adminPage.getByRole('region', { name: 'Saved formulas' })
  await formulas.getByRole('button', { name: 'Volunteers count triple', exact: true }).click()
  await expect(adminPage).toHaveURL(`${chosen}&split=uniform`)
  await expect(adminPage.getByLabel('Fitness rule')).toHaveValue('fVolunteers count triple')
  await answer(adminPage, { method: 'DELETE', path: /^\/api\/genetic-test\/formulas\// }, undefined, 204)
  await formulas.getByRole('button', { name: 'Remove formula Volunteers count triple' }).click()
  await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Remove formula' }).click()
  await expect(formulas).toContainText('Saved formulas appear here.')
})

test('the result of a saved formula is checked, and says whether it still holds', full, async ({ adminPage }) => {
  await open(adminPage, path)
  const checking = { method: 'POST', path: /^\/api\/genetic-test\/formulas\/.*\/check$/ } as const
  const formulas = adminPage.getByRole('region', { name: 'Saved formulas' })
  await expect(formulas).toContainText('Result 9f2b1c0d4e5a')
  const [formula] = rules().formulas
  if (!formula?.result) throw new Error('The saved formula has a result.')
  const { hash } = formula.result
  const checked = (holds: boolean) => ({
    ...rules(),
    formulas: [{ ...formula, check: { at: '2026-11-02T12:00:00.000Z', hash, holds } }],
  })
  await answer(adminPage, checking, checked(true))
  await formulas.getByRole('button', { name: 'Check Volunteers count triple' }).click()
  await expectToast(adminPage, '“Volunteers count triple” still gives the same result')
  await expect(formulas).toContainText('Same on Nov 2, 2026')
  await expectAccessible(adminPage)
  await answer(adminPage, checking, checked(false))
  await formulas.getByRole('button', { name: 'Check again Volunteers count triple' }).click()
  await expectErrorToast(
    adminPage,
    '“Volunteers count triple” now gives a different result',
    'Something in the log or in the program has changed since it was saved.',
  )
  await expect(formulas).toContainText('Different on Nov 2, 2026')
  await adminPage.setViewportSize(phone)
  await expectAccessible(adminPage)
})

test('using a formula from now on is a command with its question', full, async ({ adminPage }) => {
  await open(adminPage, chosen)
  const changing = { method: 'PUT', path: '/api/genetic-test/fitness' } as const
  const asked = requestsFor(adminPage, changing)
  const rule = { ...rules().current, version: 'fitness-2', weights: { donation: 2, volunteer: 3, time: 0.01 } }
  await answer(adminPage, changing, { ...rules(), current: rule, rules: [rule, rules().current] })
  await adminPage.getByRole('button', { name: 'Use from now on' }).click()
  const dialog = adminPage.getByRole('alertdialog', { name: 'Use this formula from now on?' })
  await expect(dialog).toContainText('Donation 2, volunteer 3, time 0.01 up to 30 s.')
  await dialog.getByRole('button', { name: 'Keep the current one' }).click()
  await expect(dialog).toBeHidden()
  expect(asked).toEqual([])
  await adminPage.getByRole('button', { name: 'Use from now on' }).click()
  await dialog.getByRole('button', { name: 'Use from now on' }).click()
  await expectToast(adminPage, 'Fitness rule changed', 'It scores every visit from now on.')
  expect(asked[0]?.postDataJSON()).toEqual({ weights: rule.weights, timeCap: 30_000 })
  await expect(adminPage.getByRole('button', { name: 'In use now' })).toBeDisabled()
})

test('raw measurements are offered with their dictionary, and all of it fits a phone', full, async ({ adminPage }) => {
  await adminPage.setViewportSize(phone)
  await open(adminPage, chosen)
  const files = adminPage.getByRole('region', { name: 'Raw measurements' })
  await expect(files.getByRole('link', { name: 'CSV of visits' })).toHaveAttribute(
    'href',
    '/api/genetic-test/export?table=visits&format=csv',
  )
  await expect(files.getByRole('link', { name: 'Parquet of exposures' })).toHaveAttribute(
    'href',
    '/api/genetic-test/export?table=exposures&format=parquet',
  )
  await expect(files.getByRole('link', { name: 'Data dictionary' })).toBeVisible()
  await expectAccessible(adminPage)
})
