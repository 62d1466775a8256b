import type { Page } from '@playwright/test'
import { sameOrigin, unique } from './people.ts'
import { running } from './settled.ts'
import { approve, openList, submitEndorsement, submitPrayer } from './submissions.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const count = 101

const atOnce = (times: number, act: (n: number) => Promise<void>) =>
  Promise.all(Array.from({ length: times }, (_, n) => act(n)))

/** Approves so many prayers or endorsements; the oldest is called 'Oldest …'. */
async function manyOf(topic: 'prayers' | 'endorsements', { request }: Page, adminPage: Page): Promise<string> {
  const oldest = unique('Oldest')
  const add = async (name: string) => {
    const { id } =
      topic === 'prayers'
        ? await submitPrayer(request, { firstName: name })
        : await submitEndorsement(request, { name })
    await approve(adminPage, topic, id)
  }
  await add(oldest)
  await atOnce(count - 1, (n) => add(`Neighbor ${n}`))
  return oldest
}

for (const [topic, region] of [
  ['prayers', 'Community Prayers'],
  ['endorsements', 'Community Endorsements'],
] as const)
  test(
    `all ${topic} can be reached, with and without JavaScript`,
    main,
    async ({ page, adminPage, browser, baseURL }) => {
      const oldest = await manyOf(topic, page, adminPage)

      await openList(page, topic, 'rel="next"')
      const list = page.getByRole('region', { name: region })
      // The page shows 50 to 99 of them from the start.
      const first = await list.getByRole('listitem').count()
      expect(first).toBeGreaterThanOrEqual(50)
      await running(list.getByRole('button', { name: 'Show more' }))
      await list.getByRole('button', { name: 'Show more' }).focus()
      await page.keyboard.press('Enter')
      await expect(list.getByRole('listitem').nth(first)).toBeFocused()
      await expectAccessible(page)
      while (await list.getByRole('button', { name: 'Show more' }).isVisible()) {
        const shown = await list.getByRole('listitem').count()
        await list.getByRole('button', { name: 'Show more' }).click()
        await expect(list.getByRole('listitem').nth(shown)).toBeFocused()
      }
      await expect(list.getByText(oldest)).toBeVisible()

      const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
      const reader = await context.newPage()
      await reader.goto(`/${topic}`)
      for (let turns = 0; turns < 10 && (await reader.getByText(oldest).count()) === 0; turns++)
        await reader.locator('nav a[rel="next"]').click()
      await expect(reader.getByText(oldest)).toBeVisible()
      const title = `Older ${topic}, page 1`
      await expect(reader).toHaveTitle(new RegExp(`^${title} \\| `))
      await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(reader.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`/${topic}/older/1$`))
      await context.close()

      await page.goto(`/${topic}/older/1`)
      await expectAccessible(page)
      await page.getByRole('link', { name: `Newer ${topic}` }).click()
      await expect(page).toHaveURL(new RegExp(`/${topic}(/older/2)?$`))
    },
  )

test('all news can be reached without JavaScript', main, async ({ page, adminPage, browser, baseURL }) => {
  const oldest = unique('Oldest')
  const publish = async (title: string) => {
    const data = { title, content: 'For every town.', isPublished: true }
    const answer = await adminPage.request.post('/api/admin/news', { data, headers: sameOrigin() })
    expect(answer.status()).toBe(201)
  }
  await publish(oldest)
  await atOnce(count - 2, (n) => publish(`Roads ${n}`))
  await publish('Roads to the newest')
  await expect.poll(async () => (await page.request.get('/news')).text()).toContain('Roads to the newest<')

  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const reader = await context.newPage()
  await reader.goto('/news')
  await expect(reader.getByRole('listitem').filter({ hasText: 'Roads' }).locator('visible=true')).toHaveCount(9)
  await expect(reader.getByRole('link', { name: 'Older news' })).toBeHidden()
  await reader.getByRole('link', { name: 'View All News' }).click()
  for (let turns = 0; turns < 10 && (await reader.getByText(oldest).count()) === 0; turns++)
    await reader.getByRole('link', { name: 'Older news' }).click()
  await expect(reader.getByRole('link', { name: oldest })).toBeVisible()
  await expect(reader.getByRole('heading', { level: 1, name: 'Older news, page 1' })).toBeVisible()
  await context.close()

  await page.goto('/news/older/1')
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/news\/older\/1$/)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Newer news' }).click()
  await expect(page).toHaveURL(/\/news(\/older\/2)?$/)
})

test('a page of older items that does not exist is not found', full, async ({ page }) => {
  for (const path of ['/prayers/older/999', '/endorsements/older/0', '/news/older/999'])
    expect((await page.request.get(path)).status(), path).toBe(404)
})
