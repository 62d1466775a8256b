import { writer } from './forum.ts'
import { sameOrigin, unique } from './people.ts'
import { expect, expectAccessible, full, main, phone, test } from './test.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('categories and threads can be read, followed and subscribed to', main, async ({ page, request }) => {
    const { start, reply } = await writer(request)
    const thread = await start({ title: unique('On paper'), categoryId: 2 })
    const { content } = await reply(thread.id)
    await expect
      .poll(async () => (await request.get(`/forum/threads/${thread.id}`)).text(), { intervals: [50] })
      .toContain(content)
    await expect
      .poll(async () => (await request.get('/forum/technology-innovation')).text(), { intervals: [50] })
      .toContain(thread.title)
    await page.goto('/forum')
    await expect(page.locator('noscript > p')).toHaveText(/To post, turn it on and log in\.$/)
    await page.locator('noscript a').filter({ hasText: 'Technology & Innovation' }).click()
    await expect(page).toHaveURL('/forum/technology-innovation')
    await page.getByRole('link', { name: thread.title }).click()
    await expect(page).toHaveURL(`/forum/threads/${thread.id}`)
    await expect(page.getByText(content)).toBeVisible()
    const feed = await request.get('/forum/technology-innovation/feed.xml')
    expect(feed.headers()['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(await feed.text()).toContain(`/forum/threads/${thread.id}</id>`)
    expect(await (await request.get('/sitemap.xml')).text()).toContain(`/forum/threads/${thread.id}<`)
  })

  test('an edited post shows its earlier version', full, async ({ page, request }) => {
    const { start, reply, edit } = await writer(request)
    const thread = await start({ content: 'First <b>words</b> & more' })
    const { id, content } = await reply(thread.id)
    await edit(thread, { title: `${thread.title} again`, content: 'Second words' })
    await edit(thread, { title: `${thread.title} again`, content: 'Third words' })
    await edit({ id }, { content: 'A better reply' })
    const path = `/forum/threads/${thread.id}`
    await expect.poll(async () => (await request.get(path)).text(), { intervals: [50] }).toContain('A better reply')
    await page.goto(path)
    const [opening, answer] = [page.locator('.post-opening'), page.locator(`#post-${id}`)]
    await expect(opening.getByText('First <b>words</b> & more')).toBeHidden()
    await opening.getByText(/^edited \w{3} \d/).click()
    await expect(opening.getByRole('listitem')).toHaveText([
      new RegExp(`^\\s*\\w{3} \\d+, \\d{4} \\d+:\\d\\d\\s[AP]M E[DS]T\\s*${thread.title} again\\s*Second words\\s*$`),
      new RegExp(`Original version\\s*${thread.title}\\s*First <b>words</b> & more\\s*$`),
    ])
    await answer.getByText(/^edited/).click()
    await expect(answer.getByRole('listitem')).toHaveText([new RegExp(`Original version\\s*${content}\\s*$`)])
  })

  test('paging through a category reaches every thread exactly once', full, async ({ page, adminPage, request }) => {
    const { start } = await writer(request)
    const started: string[] = []
    for (let n = 0; n < 100; n++) started.push((await start({ categoryId: 1 })).title)
    await expect
      .poll(async () => (await request.get('/forum/policy-discussion')).text(), { intervals: [50] })
      .toContain(started.at(-1))
    await page.goto('/forum/policy-discussion')
    const link = (name: string) => page.getByRole('link', { name: `${name} threads` })
    const path = () => new URL(page.url()).pathname
    const seen: string[] = []
    const visited: string[] = []
    for (;;) {
      seen.push(...(await page.locator('.thread-link').allTextContents()))
      visited.push(path())
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${path()}$`))
      if ((await link('Older').count()) === 0) break
      const next = (await page.locator('head link[rel="next"]').getAttribute('href')) ?? ''
      await link('Older').click()
      await expect(page).toHaveURL(next)
    }
    expect(seen.filter((title) => started.includes(title))).toEqual(started.toReversed())
    expect(visited.at(-1)).toBe('/forum/policy-discussion/older/1')
    await expect(page).toHaveTitle(/^Policy Discussion: Older threads, page 1 – Forum/)
    await expect(page.getByRole('heading', { name: 'Older threads, page 1' })).toBeVisible()
    for (const before of visited.toReversed().slice(1)) {
      await expect(page.locator('head link[rel="prev"]')).toHaveAttribute('href', before)
      await link('Newer').click()
      await expect(page).toHaveURL(before)
    }
    await expect(link('Newer')).toHaveCount(0)
    expect(await (await request.get('/sitemap.xml')).text()).toContain('/forum/policy-discussion/older/1<')
    await adminPage.goto('/forum/policy-discussion/older/1')
    await expectAccessible(adminPage, [phone])
  })

  test('a missing page of older threads shows a message, whatever the path', main, async ({ page, request }) => {
    for (const address of [
      'older/99999',
      'older/0',
      'older/-1',
      'older/1e9',
      'older/%00',
      'older/%ff',
      'older',
      'older/a/b',
    ])
      expect((await request.get(`/forum/general/${address}`)).status(), address).toBe(404)
    for (const query of ['?page=2', '?page=%ff', '?page=-1&page=2', '?%', `?${'a'.repeat(4000)}`])
      expect((await request.get(`/forum/general${query}`)).status(), query).toBe(200)
    await page.goto('/forum/general/older/99999')
    await expect(page.getByRole('heading', { name: 'Discussion Not Found' })).toBeVisible()
  })

  test(
    'a pinned, locked thread shows its icons, also on its own page, and says it is locked',
    main,
    async ({ page, adminPage, request }) => {
      const { start } = await writer(request)
      const thread = await start({ categoryId: 3 })
      const mark = (data: object) =>
        adminPage.request.put(`/api/admin/forum/threads/${thread.id}`, { headers: sameOrigin(), data })
      await mark({ isPinned: true })
      await mark({ isLocked: true })
      const path = `/forum/threads/${thread.id}`
      await expect.poll(async () => (await request.get(path)).text(), { intervals: [50] }).toContain('is locked:')
      await page.goto(path)
      for (const name of ['Pinned', 'Locked']) await expect(page.getByRole('img', { name })).toBeVisible()
      await page.getByRole('link', { name: 'More in Campaign Events' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Campaign Events' })).toBeVisible()
      const row = page.getByRole('listitem').filter({ hasText: thread.title })
      // Each page is published on its own.
      await expect(async () => {
        await page.reload()
        for (const name of ['Pinned', 'Locked'])
          await expect(row.getByRole('img', { name })).toBeVisible({ timeout: 500 })
      }).toPass()
      await mark({ isPinned: false })
    },
  )
})

test(
  'the page of an edited thread is accessible; a deleted one says so',
  full,
  async ({ page, adminPage, request }) => {
    const { start, reply, edit } = await writer(request)
    const thread = await start()
    await edit(await reply(thread.id), { content: 'Edited.' })
    const published = async () => (await request.get(`/forum/threads/${thread.id}`)).text()
    await expect.poll(published, { intervals: [50] }).toContain('Edited.')
    await page.goto(`/forum/threads/${thread.id}`)
    await page.getByText(/^edited/).click()
    await expectAccessible(page)
    await adminPage.request.delete(`/api/admin/forum/threads/${thread.id}`, { headers: sameOrigin() })
    await expect
      .poll(async () => (await request.get(`/forum/threads/${thread.id}`)).status(), { intervals: [50] })
      .toBe(404)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Discussion Not Found' })).toBeVisible()
  },
)
