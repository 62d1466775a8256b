import type { Locator } from '@playwright/test'
import { writer } from './forum.ts'
import { unique } from './people.ts'
import { form } from './screen.ts'
import { approve, openList, submitEndorsement, submitPrayer } from './submissions.ts'
import { expect, full, main, phone, test } from './test.ts'

const directionOf = (element: Locator) => element.evaluate((one) => getComputedStyle(one).direction)
const hebrew = () => unique('שלום לכולם')

test(
  'a prayer in Hebrew runs from right to left, on the page and in the console',
  main,
  async ({ page, adminPage, request }) => {
    const { id, prayer } = await submitPrayer(request, { firstName: 'דוד', prayer: hebrew() })
    await approve(adminPage, 'prayers', id)
    await openList(page, 'prayers', prayer)
    const card = page.getByRole('listitem').filter({ hasText: prayer })
    expect(await directionOf(card.getByText(prayer))).toBe('rtl')
    expect(await directionOf(card.getByText('דוד'))).toBe('rtl')
    expect(await directionOf(card.getByRole('time'))).toBe('ltr')
    await adminPage.goto('/admin?tab=prayers')
    expect(await directionOf(adminPage.getByRole('cell').getByText(prayer).first())).toBe('rtl')
  },
)

test('an endorsement in Hebrew runs from right to left', full, async ({ page, adminPage, request }) => {
  const { id, endorsementText } = await submitEndorsement(request, { endorsementText: hebrew() })
  await approve(adminPage, 'endorsements', id)
  await openList(page, 'endorsements', endorsementText)
  expect(await directionOf(page.getByText(endorsementText))).toBe('rtl')
})

test('a thread in Hebrew runs from right to left, in the forum and as a page', full, async ({ page, request }) => {
  const { start } = await writer(request)
  const thread = await start({ title: hebrew(), content: hebrew(), categoryId: 1 })
  await page.goto(`/forum?category=1&thread=${thread.id}`)
  const heading = page.getByRole('heading', { name: thread.title })
  expect(await directionOf(heading)).toBe('rtl')
  expect(await directionOf(page.locator('.post-words').filter({ hasText: thread.content }))).toBe('rtl')
  await expect.poll(async () => (await page.request.get(`/forum/threads/${thread.id}`)).status()).toBe(200)
  await page.goto(`/forum/threads/${thread.id}`)
  expect(await directionOf(heading)).toBe('rtl')
  expect(await directionOf(page.locator('.post-words').filter({ hasText: thread.content }))).toBe('rtl')
})

test('a field runs as people write in it', full, async ({ page }) => {
  await page.goto('/prayers')
  const prayer = form(page, 'Share your prayer').getByLabel('Prayer')
  await prayer.fill('For rain')
  expect(await directionOf(prayer)).toBe('ltr')
  await prayer.fill('שלום')
  expect(await directionOf(prayer)).toBe('rtl')
})

for (const tab of ['users', 'prayers', 'emails', 'volunteers', 'forum', 'traffic', 'actions'])
  test(`fields of the tab ${tab} have 16 pixels on a phone, or Safari zooms in`, full, async ({ adminPage }) => {
    await adminPage.setViewportSize(phone)
    // A list of several pages has one more field.
    await adminPage.route(/^[^?]*\/api\/admin\/users(\?|$)/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), total: 1234 } })
    })
    await adminPage.goto(`/admin?tab=${tab}`)
    if (tab === 'users') await expect(adminPage.getByRole('navigation', { name: 'Pages' })).toBeVisible()
    // All of its fields are filters, which are in a sheet on a phone.
    if (tab === 'traffic') await adminPage.getByRole('button', { name: 'Filters' }).click()
    const fields = adminPage.locator('input:not([type=checkbox]):visible, select:visible')
    await expect(fields.first()).toBeVisible()
    const sizes = await fields.evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16)
  })
