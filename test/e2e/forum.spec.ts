import { serveBuilt } from './built-page.ts'
import { addressOf, openForum, postOf, signIn, writer } from './forum.ts'
import { answer, hold, requestsFor } from './network.ts'
import { sameOrigin, unique } from './people.ts'
import { expectErrorToast, form, tabTo } from './screen.ts'
import { expect, expectAccessible, full, main, phone, test } from './test.ts'

const categories = { method: 'GET', path: '/api/forum/categories' } as const
const threads = { method: 'GET', path: '/api/forum/threads' } as const

test('a visitor goes from category to thread to posts, and back in the browser', main, async ({ page, request }) => {
  const { start, reply } = await writer(request)
  const thread = await start({ categoryId: 1 })
  const answered = await reply(thread.id)
  await openForum(page)
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect(tab('Categories')).toHaveAttribute('aria-selected', 'true')
  await expect(tab('Threads')).toBeDisabled()
  await expect(tab('Posts')).toBeDisabled()

  await page.getByRole('link', { name: 'Policy Discussion' }).click()
  await expect(page).toHaveURL('/forum?category=1')
  await expect(tab('Threads')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'Policy Discussion' })).toBeFocused()
  await expect(tab('Posts')).toBeDisabled()

  await page.getByRole('link', { name: thread.title }).click()
  await expect(page).toHaveURL(`/forum?category=1&thread=${thread.id}`)
  await expect(page.getByRole('heading', { name: thread.title })).toBeFocused()
  await expect(postOf(page, thread.content)).toContainText(`Author #${thread.authorId}`)
  await expect(postOf(page, answered.content)).toContainText(`Author #${answered.authorId}`)

  await page.goBack()
  await expect(page).toHaveURL('/forum?category=1')
  await expect(tab('Threads')).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(tab('Categories')).toHaveAttribute('aria-selected', 'true')
  await page.goForward()
  await page.goForward()
  await expect(postOf(page, answered.content)).toBeVisible()
  await tab('Categories').click()
  await expect(page).toHaveURL(`/forum?category=1&thread=${thread.id}&tab=categories`)
  await expect(tab('Posts')).toBeEnabled()
})

test('two tab panels are never on screen at once', full, async ({ page, request }) => {
  const thread = await (await writer(request)).start({ categoryId: 1 })
  await openForum(page)
  const frames = await page.evaluateHandle(() => {
    const seen = new Set<number>()
    const look = () => {
      const panels = [...document.querySelectorAll('[role="tabpanel"]')]
      seen.add(panels.filter((panel) => panel.checkVisibility()).length)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
    return seen
  })
  await page.getByRole('link', { name: 'Policy Discussion' }).click()
  await page.getByRole('link', { name: thread.title }).click()
  await expect(postOf(page, thread.content)).toBeVisible()
  expect(await frames.evaluate((seen) => [...seen])).toEqual([1])
})

test('a link to a reply opens it and selects its category', main, async ({ page, request }) => {
  const { start, reply } = await writer(request)
  const thread = await start()
  for (let n = 0; n < 6; n++) await reply(thread.id, `Reply ${n}\n\n${'\n'.repeat(8)}.`)
  const last = await reply(thread.id)
  await page.goto(`/forum?thread=${thread.id}&post=${last.id}`)
  await expect(page).toHaveURL(`/forum?category=4&thread=${thread.id}&post=${last.id}`)
  await expect(postOf(page, last.content)).toBeInViewport()
  await expect(page.getByRole('tab', { name: 'Threads' })).toBeEnabled()
})

test('a link into the forum shows the post under a slim heading', full, async ({ page, request }) => {
  const thread = await (await writer(request)).start()
  const path = `/forum/threads/${thread.id}`
  await expect.poll(async () => (await request.get(path)).status(), { intervals: [50] }).toBe(200)
  const heights: Record<string, number> = {}
  await page.setViewportSize(phone)
  for (const address of ['/forum', '/forum?category=4', addressOf(thread), '/forum/general', path]) {
    await page.goto(address)
    heights[address] = (await page.getByRole('main').locator('header').boundingBox())?.height ?? 0
  }
  const { '/forum': forumHome = 0, ...others } = heights
  expect(forumHome).toBeLessThan(220)
  expect(Math.max(...Object.values(others)), JSON.stringify(others)).toBeLessThan(165)
  await page.goto(addressOf(thread))
  expect((await postOf(page, thread.content).boundingBox())?.y).toBeLessThan(phone.height / 2)
})

test('a missing thread shows a message', main, async ({ page }) => {
  await page.goto('/forum?category=1&thread=2147483647')
  await expect(page.getByRole('alert').filter({ hasText: 'This thread' })).toHaveText(/This thread doesn’t exist/)
  await page.getByRole('link', { name: 'Back to Categories' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a category' })).toBeVisible()
})

test('a missing category shows a message and a link back', main, async ({ page }) => {
  await page.goto('/forum?category=999')
  await expect(page.getByRole('alert').filter({ hasText: 'This category' })).toContainText(
    'This category doesn’t exist',
  )
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to Categories' }).click()
  await expect(page).toHaveURL('/forum')
  await expect(page.getByRole('heading', { name: 'Choose a category' })).toBeFocused()
})

test('a link with the wrong category for its thread is corrected', full, async ({ page, request }) => {
  const { start } = await writer(request)
  const thread = await start({ categoryId: 2 })
  await page.goto(`/forum?category=1&thread=${thread.id}`)
  await expect(page).toHaveURL(addressOf(thread))
  await page.getByRole('tab', { name: 'Threads' }).click()
  await expect(page.getByRole('heading', { name: 'Technology & Innovation' })).toBeVisible()
})

test('a link to a deleted reply shows the thread and says so', full, async ({ page, adminPage, request }) => {
  const { start, reply } = await writer(request)
  const thread = await start()
  const { id } = await reply(thread.id)
  await adminPage.request.delete(`/api/admin/forum/posts/${id}`, { headers: sameOrigin() })
  await page.goto(`${addressOf(thread)}&post=${id}`)
  await expect(page.getByText('The reply this link leads to doesn’t exist, or it was deleted.')).toBeVisible()
  await expect(postOf(page, thread.content)).toBeVisible()
  await page.goto(`${addressOf(thread)}&post=${thread.id}`)
  await expect(page.getByText('No replies yet')).toBeVisible()
  await expect(page.getByText('doesn’t exist')).toHaveCount(0)
})

test('every view has a link to copy or open in a new tab, and its own page title', full, async ({ page, request }) => {
  const { start, reply } = await writer(request)
  const thread = await start()
  const { id, content } = await reply(thread.id)
  await page.goto('/forum?category=4')
  await expect(page).toHaveTitle(/^General \| Community Forum \| /)
  const link = page.getByRole('link', { name: thread.title })
  // Chromium opens a background tab for this click, but Playwright does not always hear of it. So the test asks whether
  // the page leaves the click to the browser, and checks the link's target in a foreground tab.
  const taken = await page.evaluateHandle(() => {
    const clicks: boolean[] = []
    const look = (click: Event) => {
      clicks.push(click.defaultPrevented)
      click.preventDefault()
    }
    addEventListener('click', look, { once: true })
    return clicks
  })
  await link.click({ modifiers: ['ControlOrMeta'] })
  expect(await taken.evaluate((clicks) => clicks)).toEqual([false])
  await expect(page).toHaveURL('/forum?category=4')
  await expect(link).toHaveAttribute('href', addressOf(thread))
  const newTab = await page.context().newPage()
  await newTab.goto(addressOf(thread))
  await expect(newTab).toHaveTitle(new RegExp(`^${thread.title} \\| Community Forum`))
  await postOf(newTab, content).getByRole('link').click()
  await expect(newTab).toHaveURL(`${addressOf(thread)}&post=${id}`)
  await expect(postOf(newTab, content)).toHaveAttribute('data-target', 'true')
  await newTab.getByRole('tab', { name: 'Categories' }).click()
  await expect(newTab).toHaveTitle(/^Community Forum \| /)
})

test('categories in the page are not asked for again for five minutes, then they reload', main, async ({ page }) => {
  const asked = requestsFor(page, categories)
  await page.clock.install()
  await openForum(page)
  await page.getByRole('link', { name: 'General' }).click()
  await page.getByRole('tab', { name: 'Categories' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a category' })).toBeVisible()
  expect(asked).toHaveLength(0)
  await page.clock.fastForward('05:01')
  await page.getByRole('tab', { name: 'Threads' }).click()
  await expect.poll(() => asked.length).toBe(1)
})

test('markup in a post is shown as typed, in the forum and on its static pages', full, async ({ page, request }) => {
  const { start, reply } = await writer(request)
  const title = unique('<b>Roads</b> & "ditches" </script><img src=x onerror=console.error(1)>')
  const thread = await start({ title, content: '<i>Every</i> spring &amp; fall ]]>' })
  await reply(thread.id, '<script>console.error(2)</script> Ours too.')
  for (const path of [addressOf(thread), `/forum/threads/${thread.id}`]) {
    await expect
      .poll(async () => (await request.get(`/forum/threads/${thread.id}`)).text(), { intervals: [50] })
      .toContain('Ours too.')
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText('<i>Every</i> spring &amp; fall ]]>')).toBeVisible()
    await expect(page.getByText('<script>console.error(2)</script> Ours too.')).toBeVisible()
  }
})

test('each category has its icon and its color', full, async ({ page }) => {
  await page.goto('/forum')
  const look = (name: string) => page.getByRole('link', { name }).locator('.category-icon')
  for (const [name, tone] of [
    ['Policy Discussion', 'tone-blue'],
    ['Technology & Innovation', 'tone-green'],
    ['Campaign Events', 'tone-red'],
    ['General', 'tone-gray'],
  ] as const)
    await expect(look(name)).toContainClass(tone)
  const drawn = await page.locator('.category-icon path').evaluateAll((all) => all.map((one) => one.getAttribute('d')))
  expect(new Set(drawn).size).toBe(4)
})

test('a category links to its feed', main, async ({ page, request }) => {
  await page.goto('/forum?category=4')
  const feed = page.getByRole('link', { name: 'Feed' })
  await expect(feed).toHaveAttribute('href', '/forum/general/feed.xml')
  expect((await request.get('/forum/general/feed.xml')).status()).toBe(200)
  await expect(page.locator('link[rel="alternate"][type="application/atom+xml"]')).toHaveCount(4)
})

test('lists show an error when offline and load by themselves when back online', full, async ({ page, request }) => {
  const { start, reply } = await writer(request)
  const thread = await start()
  const { content } = await reply(thread.id)
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false }))
  for (const [path, address, shown] of [
    ['/api/forum/threads', '/forum?category=4', thread.title],
    [`/api/forum/posts/${thread.id}`, addressOf(thread), content],
  ] as const) {
    await page.route(
      ({ pathname }) => pathname === path,
      (route) => route.abort('internetdisconnected'),
    )
    await page.goto(address)
    await expect(page.getByText('You are offline. This list will load once you are back online.')).toBeVisible()
    await expectAccessible(page)
    await page.unrouteAll()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText(shown)).toBeVisible()
  }
})

test('a thread that failed to load can be retried', full, async ({ page, request }) => {
  const { start } = await writer(request)
  const thread = await start()
  await answer(page, { method: 'GET', path: `/api/forum/threads/${thread.id}` }, {}, 503)
  await page.goto(addressOf(thread))
  await expect(page.getByText('This list could not be loaded.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(postOf(page, thread.content)).toBeVisible()
})

test('categories show a loading message and are retried three times before an error', full, async ({ page }) => {
  const asked = requestsFor(page, categories)
  await serveBuilt(page, '/forum')
  await answer(page, categories, {}, 503)
  await page.goto('/forum')
  await expect(page.getByText('Loading Categories...')).toBeVisible()
  await expect(page.getByText('This list could not be loaded.')).toBeVisible()
  expect(asked).toHaveLength(4)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'General' })).toBeVisible()
})

test('threads and replies show a message when empty and an error when they fail', full, async ({ page, request }) => {
  const { start } = await writer(request)
  const thread = await start()
  await answer(page, threads, [])
  await page.goto('/forum?category=3')
  await expect(page.getByText('No threads yet')).toBeVisible()
  await page.goto(addressOf(thread))
  await expect(page.getByText('No replies yet')).toBeVisible()
  await page.unrouteAll()
  await answer(page, threads, {}, 503)
  await page.goto('/forum?category=3')
  await expect(page.getByText('This list could not be loaded.')).toBeVisible()
})

test('hovering a link prefetches it, once', full, async ({ page, request }) => {
  const { start } = await writer(request)
  const thread = await start({ categoryId: 2 })
  const askedThreads = requestsFor(page, threads)
  // Only this thread's posts count: the list may appear with the pointer over another thread.
  const askedPosts = requestsFor(page, { method: 'GET', path: `/api/forum/posts/${thread.id}` })
  await openForum(page)
  await page.getByRole('link', { name: 'Technology & Innovation' }).hover()
  await expect.poll(() => askedThreads.length).toBe(1)
  await page.getByRole('link', { name: 'Technology & Innovation' }).click()
  await page.getByRole('link', { name: thread.title }).hover()
  await expect.poll(() => askedPosts.length).toBe(1)
  await page.getByRole('link', { name: thread.title }).click()
  await expect(page.getByText('No replies yet')).toBeVisible()
  expect([askedThreads.length, askedPosts.length]).toEqual([1, 1])
})

test('threads and replies load page by page', full, async ({ page, request }) => {
  const { start, reply } = await writer(request)
  const first = await start({ categoryId: 3 })
  for (let n = 0; n < 20; n++) await start({ categoryId: 3 })
  await page.goto('/forum?category=3')
  await expect(page.getByRole('link', { name: first.title })).toHaveCount(0)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByRole('link', { name: first.title })).toBeVisible()
  const last = 'the fifty-first'
  for (let n = 0; n < 50; n++) await reply(first.id, `Reply ${n}`)
  await reply(first.id, last)
  await page.goto(addressOf(first))
  await expect(page.getByText('Reply 49')).toBeVisible()
  await expect(page.getByText(last)).toHaveCount(0)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText(last)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
})

test('a visitor who wants to write is asked to log in, then returns', main, async ({ page, request }) => {
  const { start } = await writer(request)
  const thread = await start()
  await page.goto('/forum?category=4')
  await page.getByRole('button', { name: 'New Thread' }).click()
  await expectErrorToast(page, 'Login required', 'Please log in to create a discussion thread.')
  await expect(form(page, 'New thread')).toHaveCount(0)
  // In the panel and in the toast.
  const logIn = page.getByRole('link', { name: 'Log In' })
  for (const link of [logIn.first(), logIn.last()])
    await expect(link).toHaveAttribute('href', `/login?next=${encodeURIComponent('/forum?category=4')}`)
  await page.goto(addressOf(thread))
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await expectErrorToast(page, 'Login required', 'Please log in to reply to this discussion.')
  await expectAccessible(page)
  await page.getByRole('alert').getByRole('link', { name: 'Log In' }).click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(addressOf(thread))}`)
  await signIn(page)
  await page.reload()
  await expect(page).toHaveURL(addressOf(thread))
})

test(
  'pinned and locked threads show their icons, and a locked one takes no replies',
  full,
  async ({ page, adminPage, request }) => {
    const { start } = await writer(request)
    const thread = await start()
    for (const data of [{ isPinned: true }, { isLocked: true }])
      await adminPage.request.put(`/api/admin/forum/threads/${thread.id}`, { headers: sameOrigin(), data })
    await signIn(page)
    await page.goto('/forum?category=4')
    const row = page.getByRole('listitem').filter({ hasText: thread.title })
    await expect(row.getByRole('img', { name: 'Pinned' })).toBeVisible()
    await expect(row.getByRole('img', { name: 'Locked' })).toBeVisible()
    await expectAccessible(page)
    await expect(page.locator('.thread-row').first().getByRole('img', { name: 'Pinned' })).toBeVisible()
    await page.getByRole('link', { name: thread.title }).click()
    await expect(page.getByText('This thread is locked: no new replies or edits.')).toBeVisible()
    await expect(page.getByRole('form', { name: 'Your reply' })).toHaveCount(0)
    await adminPage.request.put(`/api/admin/forum/threads/${thread.id}`, {
      headers: sameOrigin(),
      data: { isPinned: false },
    })
  },
)

test(
  'categories are accessible while they load, a thread too, and every tab works by keyboard alone',
  main,
  async ({ page, request }) => {
    const { start } = await writer(request)
    const thread = await start({ title: unique('By keyboard') })
    await serveBuilt(page, '/forum')
    const release = await hold(page, categories)
    await page.goto('/forum')
    await expect(page.getByText('Loading Categories...')).toBeVisible()
    await expectAccessible(page)
    release()
    const general = page.getByRole('link', { name: 'General' })
    await expect(general).toBeVisible()
    await tabTo(page, general)
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('link', { name: thread.title }))
    await page.keyboard.press('Enter')
    await expect(postOf(page, thread.content)).toBeVisible()
    await expectAccessible(page)
  },
)
