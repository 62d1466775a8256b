import { expect, test } from './demo-site.ts'
import { full } from './test.ts'

test(
  'the demo forum has threads with replies in every category, one pinned, one locked',
  full,
  async ({ page, demo }) => {
    await page.goto(`${demo.url}/forum`)
    for (const name of ['Policy Discussion', 'Technology & Innovation', 'Campaign Events', 'General']) {
      await page.getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { name })).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: /[1-9]\d* repl/ })).not.toHaveCount(0)
      await page.getByRole('tab', { name: 'Categories' }).click()
    }
    await page.getByRole('link', { name: 'General' }).click()
    const pinned = page.getByRole('listitem').filter({ hasText: 'Welcome! Tell us what brings you here' })
    await expect(pinned.getByRole('img', { name: 'Pinned' })).toBeVisible()
    await expect(page.locator('.thread-row').first()).toContainText('Welcome')
    await pinned.getByRole('link').click()
    await expect(page.getByRole('article', { name: /^Reply by Author #\d+$/ })).toHaveCount(3)
    await page.goto(`${demo.url}/forum?category=3`)
    await expect(page.getByRole('img', { name: 'Locked' })).toBeVisible()
  },
)

test('one demo post awaits review by an admin, who is not one of the demo authors', full, async ({ request, demo }) => {
  const threads = await (await request.get(`${demo.url}/api/forum/threads`)).json()
  const authors = threads.map(({ authorId }: { authorId: number }) => authorId)
  const headers = { cookie: demo.admin.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  const { user } = await (await request.get(`${demo.url}/api/auth/status`, { headers })).json()
  expect(authors).not.toContain(user.id)
  const queue = await (await request.get(`${demo.url}/api/moderation/queue`, { headers })).json()
  expect(queue).toMatchObject([{ contentType: 'post', violationType: 'off_topic', status: 'pending' }])
  expect(
    JSON.stringify(await (await request.get(`${demo.url}/api/forum/posts/${queue[0].threadId}`)).json()),
  ).not.toContain('dog')
})
