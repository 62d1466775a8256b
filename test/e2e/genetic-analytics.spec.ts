import type { Page } from '@playwright/test'
import type { GeneticAnalytics } from '../../contract/genetic-analytics.ts'
import { figures } from './genetics-figures.ts'
import { answer, hold, requestsFor } from './network.ts'
import { newPerson, register } from './people.ts'
import { expectErrorToast, expectToast, tabTo } from './screen.ts'
import { expect, expectAccessible, full, main, phone } from './test.ts'
import { visit, withApprovedPool } from './visitors.ts'

const test = withApprovedPool()

const path = '/genetic-analytics'
const reading = { method: 'GET', path: '/api/genetic-test/analytics' } as const
const evolving = { method: 'POST', path: '/api/genetic-test/evolve' } as const

const stat = (page: Page, title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .locator('.stat-figure')
const all = (page: Page) => page.getByRole('region', { name: 'Table of all variations' })
const top = (page: Page) => page.getByRole('region', { name: 'Top Performing Variations' }).getByRole('listitem')
const control = (page: Page) => page.getByRole('region', { name: 'Evolution Control' })

/** Opens the page with these figures in place of the server's. */
async function openWith(page: Page, change: Partial<GeneticAnalytics> = {}): Promise<void> {
  await answer(page, reading, { ...figures(), ...change })
  await page.goto(path)
  await expect(stat(page, 'Generation')).toBeVisible()
}

test(
  'what visitors did is shown, early figures as early, and the next generation is one click away',
  main,
  async ({ adminPage, product }) => {
    const served = await visit(product.url, 20)
    await adminPage.goto(path)
    await expect(adminPage.getByRole('heading', { level: 1 })).toHaveText('Genetic Algorithm A/B Testing Analytics')
    await expect(stat(adminPage, 'Generation')).toHaveText('1')
    await expect(stat(adminPage, 'Population Size')).toHaveText('5')
    await expect(stat(adminPage, 'Avg Fitness')).toHaveText(/^\d+\.\d\d$/)
    await expect(async () => {
      await adminPage.reload()
      await expect(stat(adminPage, 'Total Visits')).toHaveText('20', { timeout: 2_000 })
    }).toPass()
    await expect(top(adminPage)).toHaveCount(5)
    await expect(top(adminPage).first()).toContainText('Best variation')
    await expect(top(adminPage).first()).toContainText('Generation 1')
    await expect(top(adminPage).getByText('early')).toHaveCount(5)
    await expect(all(adminPage).getByRole('columnheader')).toHaveText([
      'Variation',
      'Generation',
      'Visits',
      'Avg Time',
      'Donation Rate',
      'Volunteer Rate',
      'Fitness',
    ])
    // The page as built is shown to some, and is no variation.
    for (const { id, config } of served.filter((one) => one.generation > 0).slice(0, 3))
      await expect(
        all(adminPage)
          .getByRole('row')
          .filter({ hasText: id.split('_')[1] ?? '' }),
      ).toContainText(config.headline.slice(0, 40))
    await expectAccessible(adminPage)

    const asked = requestsFor(adminPage, evolving)
    const release = await hold(adminPage, evolving)
    await adminPage.getByRole('button', { name: 'Evolve to Next Generation' }).dblclick()
    await expect(adminPage.getByRole('button', { name: 'Evolving...' })).toBeDisabled()
    release()
    await expect(control(adminPage).getByText('Population evolved successfully!')).toBeVisible()
    await expect(control(adminPage).getByRole('status')).toContainText('Fewer than 20')
    await expect(stat(adminPage, 'Generation')).toHaveText('2')
    expect(asked).toHaveLength(1)

    // Two generations: the chart, its figures, and where a child comes from.
    await expect(adminPage.getByRole('slider', { name: 'Fitness per generation: generation' })).toBeVisible()
    await adminPage.getByText('Show the figures as a table').click()
    await expect(adminPage.getByRole('region', { name: 'Table of fitness per generation' })).toContainText('Forced by')
    const child = all(adminPage)
      .getByRole('row')
      // The second column, since a page may also have two visits.
      .filter({ has: adminPage.locator(':nth-child(2)', { hasText: /^2$/ }) })
    await child.getByRole('button').first().click()
    const dialog = adminPage.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: 'Family tree' })).toBeVisible()
    await expect(dialog.getByText('Parent', { exact: true }).first()).toBeVisible()
  },
)

test('its messages while loading, when it is empty, and when it cannot be loaded', full, async ({ adminPage }) => {
  await answer(adminPage, reading, { ...figures(), variations: [] })
  const release = await hold(adminPage, reading)
  await adminPage.goto(path)
  await expect(adminPage.getByText('Loading genetic algorithm analytics...')).toBeVisible()
  await expectAccessible(adminPage)
  release()
  await expect(adminPage.getByText('No analytics data available')).toBeVisible()
  await expectAccessible(adminPage)
  await adminPage.unrouteAll()
  await answer(adminPage, reading, { message: 'The database is down.' }, 503)
  await adminPage.reload()
  await expect(adminPage.getByText('Failed to load analytics: The database is down.')).toBeVisible()
  await expectAccessible(adminPage)
  await adminPage.unrouteAll()
  await adminPage.getByRole('button', { name: 'Try again' }).click()
  await expect(stat(adminPage, 'Generation')).toBeVisible()
})

test('an evolution that fails says why', full, async ({ adminPage }) => {
  await answer(adminPage, evolving, { message: 'Testing is off. Approve a second headline first.' }, 409)
  await openWith(adminPage)
  await expect(control(adminPage)).toContainText('At least one page has fewer than 20 visits')
  await adminPage.getByRole('button', { name: 'Evolve to Next Generation' }).click()
  await expect(control(adminPage).getByText('Failed to evolve population')).toBeVisible()
  await expect(control(adminPage)).toContainText('Testing is off. Approve a second headline first.')
})

test('it is refetched every 30 seconds', full, async ({ adminPage }) => {
  await adminPage.clock.install()
  const asked = requestsFor(adminPage, reading)
  await openWith(adminPage)
  expect(asked).toHaveLength(1)
  await adminPage.clock.runFor(30_000)
  await expect.poll(() => asked.length).toBe(2)
})

test('the headline is what the test brings over the page as built', full, async ({ adminPage }) => {
  await openWith(adminPage)
  const headline = adminPage.locator('.lead-sentence')
  await expect(headline).toHaveText(
    'It’s too early to tell what the test brings; at present traffic, we’ll know in about 9 days.',
  )
  await expect(adminPage.getByText('5% of visitors see the default page, for comparison: 60 so far.')).toBeVisible()
  const { lift } = figures()
  await openWith(adminPage, { lift: lift && { ...lift, range: { mean: 0.12, low: 0.04, high: 0.21 } } })
  await expect(
    adminPage.getByText('12% more conversions than the default page, between 4% and 21%.', { exact: true }),
  ).toBeVisible()
  await expectAccessible(adminPage)
})

test('a page that does harm is paused, and an admin resumes it', full, async ({ adminPage }) => {
  const at = '2026-11-01T12:00:00.000Z'
  await openWith(adminPage, { pauses: [{ variationId: 'gen3_q9z4', reason: 'signups', odds: 20_000, at }] })
  const notice = adminPage.getByRole('alert').filter({ hasText: 'q9z4 is paused, and no one sees it.' })
  await expect(notice).toContainText('at most half as often')
  await expectAccessible(adminPage)
  await answer(adminPage, { method: 'POST', path: '/api/genetic-test/variations/gen3_q9z4/resume' }, null, 204)
  await notice.getByRole('button', { name: 'Resume q9z4' }).press('Enter')
  await expectToast(adminPage, 'Page resumed', 'New visitors may see it again, and it won’t be paused again.')
  await expect(notice).toHaveCount(0)
})

test('the evidence: ranges, early pages, the winner only when confirmed, and an alarm', full, async ({ adminPage }) => {
  await openWith(adminPage)
  const evidence = adminPage.getByRole('region', { name: 'Table of what we know about this generation' })
  const [strong, young] = ['k7f2', 'q9z4'].map((id) => evidence.getByRole('row').filter({ hasText: id }))
  await expect(strong ?? evidence).toContainText('1.63%1.43% to 1.83%')
  await expect(strong ?? evidence).toContainText('61%')
  await expect(young ?? evidence).toContainText('Early')
  await expect(adminPage.getByText('winner')).toHaveCount(0)
  await expect(adminPage.getByRole('region', { name: 'Headline' }).getByRole('row')).toHaveCount(3)
  await expectAccessible(adminPage)

  const leader = {
    variationId: 'gen3_k7f2',
    isWinner: false,
    expectedLoss: 0.013,
    odds: 12.7,
    oddsNeeded: 100,
    daysLeft: 9.2,
  }
  await openWith(adminPage, { leader })
  await expect(
    adminPage.getByText('k7f2 leads with odds of 12 to 1; a winner needs 100 to 1: about 9 days at present traffic.'),
  ).toBeVisible()
  await expect(evidence.getByText('winner', { exact: true })).toHaveCount(0)

  await openWith(adminPage, {
    isTesting: false,
    leader: { ...leader, odds: 140, isWinner: true },
    sampleRatio: {
      isMismatch: true,
      pValue: 0.00002,
      pages: [{ variationId: 'gen3_k7f2', served: 900, expected: 412.3, reported: 310 }],
    },
  })
  await expect(evidence.getByText('winner', { exact: true })).toBeVisible()
  await expect(adminPage.getByRole('alert').filter({ hasText: 'Do not trust these figures.' })).toContainText(
    'k7f2: served 900, expected 412, reported 310',
  )
  await expect(adminPage.getByText('Testing is off.', { exact: true })).toBeVisible()
  await expect(control(adminPage)).toContainText('Nothing evolves while testing is off.')
  await expect(control(adminPage)).not.toContainText('Next generation after')
  await expectAccessible(adminPage)
})

test(
  'a page is shown as its visitors see it, in both schemes, and that is never counted',
  main,
  async ({ adminPage }) => {
    const counted = [
      requestsFor(adminPage, { method: 'GET', path: '/api/genetic-test/variation' }),
      requestsFor(adminPage, { method: 'POST', path: '/api/genetic-test/metrics' }),
    ]
    await openWith(adminPage)
    await top(adminPage).first().getByRole('button', { name: 'Show this page' }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'for Honest Government (k7f2)' })
    for (const width of [390, 1280]) {
      const hero = dialog
        .getByRole('region', { name: `The page at ${width} pixels` })
        .frameLocator('iframe')
        .locator('[data-hero]')
      await expect(hero).toContainText('Keep more of what you earn')
      await expect(hero).toHaveAttribute('data-color', 'gold')
      await expect(hero).toHaveAttribute('data-layout', 'centered')
      expect(await hero.evaluate(() => innerWidth)).toBe(width)
    }
    const ground = () =>
      dialog
        .frameLocator('iframe')
        .first()
        .locator('[data-hero]')
        .evaluate((hero) => getComputedStyle(hero).backgroundColor)
    const light = await ground()
    await expect(dialog.getByText(/^Lowest contrast \d+\.\d:1 in light, \d+\.\d:1 in dark/)).toContainText(
      'Easy to read',
    )
    await dialog.getByRole('radio', { name: 'Dark' }).check()
    await expect.poll(ground).not.toBe(light)
    await dialog.getByRole('radio', { name: 'Light' }).check()
    await expect.poll(ground).toBe(light)

    await expect(dialog.getByText('mutated from Main color')).toBeVisible()
    await expect(dialog.getByText('Grandparent').first()).toBeVisible()
    await expectAccessible(adminPage)
    await dialog.getByRole('button', { name: 'b4d6' }).click()
    await expect(adminPage.getByRole('dialog', { name: 'for Honest Government (b4d6)' })).toBeVisible()
    expect(counted.flat()).toEqual([])
  },
)

test('only our own pages may show the preview in a frame', full, async ({ request }) => {
  const policyOf = async (at: string) => (await request.get(at)).headers()['content-security-policy'] ?? ''
  expect(await policyOf('/genetic-analytics/preview')).toContain("frame-ancestors 'self'")
  expect(await policyOf('/genetic-analytics')).toContain("frame-ancestors 'none'")
})

test('everything can be reached and read by keyboard, on a phone too', full, async ({ adminPage }) => {
  await adminPage.setViewportSize(phone)
  await openWith(adminPage)
  const slider = adminPage.getByRole('slider', { name: 'Fitness per generation: generation' })
  await tabTo(adminPage, slider)
  await adminPage.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', 'Generation 1: 3.40 points, 2.40 to 4.40, 520 visitors')
  await adminPage.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuenow', '2')
  const row = all(adminPage).getByRole('button').first()
  await row.focus()
  await adminPage.keyboard.press('Enter')
  await expect(adminPage.getByRole('dialog')).toBeVisible()
  await adminPage.keyboard.press('Escape')
  await expect(adminPage.getByRole('dialog')).toBeHidden()
  await expect(row).toBeFocused()
  await adminPage.getByRole('tab', { name: 'Analytics' }).focus()
  await adminPage.keyboard.press('ArrowRight')
  await adminPage.keyboard.press('Enter')
  await expect(adminPage).toHaveURL(`${path}?tab=replay`)
})

test('the evolution is verified on demand', full, async ({ adminPage }) => {
  const verify = { method: 'POST', path: '/api/genetic-test/verify' } as const
  await openWith(adminPage, { verification: null })
  const state = adminPage.getByRole('region', { name: 'Verification of the evolution' })
  await expect(state).toContainText('Not verified yet')
  await answer(adminPage, verify, figures().verification)
  await state.getByRole('button', { name: 'Verify now' }).click()
  await expectToast(adminPage, 'Evolution verified', 'All results match the log.')
  await expect(state).toContainText('1,178 draws, 12 scorings, 3 generations')
  await adminPage.unrouteAll()
  await answer(adminPage, verify, { ...figures().verification, isIntact: false, finding: 'Generation 2 differs.' })
  await state.getByRole('button', { name: 'Verify now' }).click()
  await expectErrorToast(adminPage, 'Evolution differs from the log', 'Generation 2 differs.')
})

test('other people are sent home', main, async ({ page }) => {
  await register(page.request, newPerson())
  await page.goto(path)
  await page.waitForURL('/')
  await expectErrorToast(page, 'Access Denied', 'You need admin access to view this page.')
})

test('each variation is one line, with its id as written, and figures stand in a row', full, async ({ adminPage }) => {
  await openWith(adminPage)
  const rows = all(adminPage).getByRole('row')
  await expect(rows).toHaveCount(7)
  for (const width of [820, 1280]) {
    await adminPage.setViewportSize({ width, height: 800 })
    const heights = await rows.evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height))
    expect(Math.max(...heights)).toBeLessThanOrEqual(44)
    const tops = await top(adminPage)
      .first()
      .locator('dd')
      .evaluateAll((values) => values.map((value) => Math.round(value.getBoundingClientRect().top)))
    expect(new Set(tops).size).toBe(1)
  }
  const name = rows.nth(1).getByRole('button')
  expect(await name.evaluate((button) => getComputedStyle(button, '::first-letter').textTransform)).toBe('none')
  await expect(rows.nth(1)).toContainText('Keep more of what you earn, Accent color, Centered')
  await expect(top(adminPage).first().getByText('Accent color, Centered', { exact: true })).toBeVisible()
})
