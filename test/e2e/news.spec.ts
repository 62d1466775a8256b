import type { APIResponse, Page } from '@playwright/test'
import sharp from 'sharp'
import { count } from './clicks.ts'
import { openConsole } from './console.ts'
import { unique } from './people.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const words = { title: '', excerpt: '', content: 'Words.', category: 'news', imageUrl: '', isPublished: true }
const ownHeaders = { 'sec-fetch-site': 'same-origin' }

async function articleBy(admin: Page, article: Partial<typeof words>): Promise<number> {
  const answer: APIResponse = await admin.request.post('/api/admin/news', {
    data: { ...words, ...article },
    headers: ownHeaders,
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).id
}

/** Pages are rebuilt in the background, so poll, as a reader would reload. */
async function untilShown(page: Page, path: string, status: number): Promise<void> {
  await expect.poll(async () => (await page.request.get(path)).status(), { intervals: [50] }).toBe(status)
}

/** The pixels that differ visibly between two pictures of the same size. */
async function differentPixels(...pictures: [Buffer, Buffer]): Promise<number> {
  const [one, other] = await Promise.all(
    pictures.map((picture) => sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  )
  expect(one?.info).toEqual(other?.info)
  const visibly = 32 // of 255, in any channel
  const pixels = new Set<number>()
  for (const [index, value] of (one?.data ?? []).entries())
    if (Math.abs(value - (other?.data[index] ?? 0)) > visibly) pixels.add(Math.floor(index / 3))
  return pixels.size
}

const markup = '</script><script>document.title="stolen"</script><b>bold</b>'

test('an article shows its lines, category, date and back link', main, async ({ page, adminPage }) => {
  const content = '# Why\nBecause school happens at home.\n---\n## How\nRoad by road.'
  const id = await articleBy(adminPage, { title: 'Broadband for all', content, category: 'Policy' })
  await untilShown(page, `/news/${id}`, 200)
  await page.goto(`/news/${id}`)
  await expect(page).toHaveTitle(/^Broadband for all \| /)
  const article = page.getByRole('article')
  await expect(article.getByRole('heading', { level: 1 })).toHaveText('Broadband for all')
  await expect(article.getByRole('heading', { level: 2, name: 'Why' })).toBeVisible()
  await expect(article.getByRole('heading', { level: 3, name: 'How' })).toBeVisible()
  await expect(article.getByRole('separator')).toHaveCount(1)
  await expect(article.getByText('Road by road.')).toBeVisible()
  await expect(article.getByText('Policy', { exact: true })).toHaveClass(/badge-bad/)
  await expect(article.getByRole('time')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
  await expectAccessible(page)
  await article.getByRole('link', { name: 'Back to News' }).click()
  await expect(page).toHaveURL('/news')
})

test('shared links, search engines and feed readers get its metadata', main, async ({ page, adminPage }) => {
  const id = await articleBy(adminPage, { title: 'Shared', excerpt: 'In one sentence.', category: 'campaign update' })
  await untilShown(page, `/og/news/${id}.png`, 200)
  await page.goto(`/news/${id}`)
  const meta = (property: string) => page.locator(`meta[property="${property}"]`)
  await expect(meta('og:type')).toHaveAttribute('content', 'article')
  await expect(meta('og:image')).toHaveAttribute('content', new RegExp(`/og/news/${id}\\.png$`))
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`/news/${id}$`))
  await expect(page.locator('link[type="application/atom+xml"]')).toHaveAttribute('href', '/news/feed.xml')
  const structured = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '')
  expect(structured).toMatchObject({ '@type': 'NewsArticle', headline: 'Shared', description: 'In one sentence.' })
})

test(
  'markup is shown as text on the page, in the list, in structured data and in the feed',
  full,
  async ({ page, adminPage }) => {
    const id = await articleBy(adminPage, {
      title: markup,
      excerpt: markup,
      content: `# ${markup}\n${markup}`,
      category: '<i>x</i>',
    })
    await untilShown(page, `/news/${id}`, 200)
    await page.goto(`/news/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(markup)
    await expect(page.getByRole('heading', { level: 2, name: markup })).toBeVisible()
    await expect(page.locator('article b, article i, article script')).toHaveCount(0)
    expect(await page.title()).toContain('<b>bold</b>')
    const structured = JSON.parse(
      (await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '',
    )
    expect(structured).toMatchObject({ headline: markup, description: markup })
    // Each page is published on its own.
    await expect.poll(async () => (await page.request.get('/news')).text()).toContain(`href="/news/${id}"`)
    await page.goto('/news')
    await expect(page.getByRole('link', { name: markup })).toBeVisible()
    await expect(page.locator('#all b, #all i, #all script')).toHaveCount(0)
    const entries = await page.evaluate(async () => {
      const feed = new DOMParser().parseFromString(await (await fetch('/news/feed.xml')).text(), 'text/xml')
      return [...feed.querySelectorAll('entry > title')].map(({ textContent }) => textContent)
    })
    expect(entries).toContain(markup)
  },
)

test('the list shows cards in their category color, and all of them on demand', main, async ({ page, adminPage }) => {
  test.slow()
  for (let n = 1; n <= 10; n++) await articleBy(adminPage, { title: `Card ${n}` })
  const categories = { 'Campaign Update': 'badge-blue', 'policy position': 'badge-good', agriculture: 'badge-bad' }
  for (const category of [...Object.keys(categories), 'policy'])
    await articleBy(adminPage, { title: category, category })
  await expect.poll(async () => (await page.request.get('/news')).text()).toContain('>policy</a>')
  await page.goto('/news')
  const cards = page.locator('#all .grid > li')
  for (const [category, badge] of Object.entries(categories))
    await expect(cards.locator('.badge', { hasText: category }).first()).toHaveClass(new RegExp(badge))
  await expect(cards.locator('.badge', { hasText: /^policy$/i }).first()).toHaveClass('badge')
  await expect(page.getByRole('link', { name: 'Card 1', exact: true })).toBeHidden()
  await page.getByRole('link', { name: 'View All News' }).click()
  await expect(page.getByRole('link', { name: 'Card 1', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'View All News' })).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Card 1', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Card 1')
})

for (const place of ['card', 'article'] as const)
  test(`a picture that cannot be loaded leaves the drawn cover of the ${place}`, full, async ({ page, adminPage }) => {
    const title = `No picture in the ${place}`
    const imageUrl = 'https://pictures.invalid/missing.jpg'
    const id = await articleBy(adminPage, { title, imageUrl })
    await untilShown(page, `/news/${id}`, 200)
    await page.route(imageUrl, (route) => route.fulfill({ status: 404 }))
    await expect.poll(async () => (await page.request.get('/news')).text()).toContain(title)
    const isAnswered = page.waitForResponse(imageUrl)
    await page.goto(place === 'card' ? '/news' : `/news/${id}`)
    const shown = place === 'card' ? page.getByRole('listitem').filter({ hasText: title }) : page.getByRole('article')
    const picture = shown.locator('.picture')
    await expect(picture.locator('svg.cover')).toBeVisible()
    await picture.scrollIntoViewIfNeeded()
    await isAnswered
    // Two frames after it is known to be broken, nothing of the picture is painted over the cover.
    await picture.locator('img').evaluate(async (image: HTMLImageElement) => {
      await image.decode().catch(() => {})
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    })
    // The page around it may still be painted, so the picture is compared once it stands still.
    await page.evaluate(() => document.fonts.ready)
    const paint = () => picture.screenshot({ animations: 'disabled' })
    let painted = await paint()
    const isStill = async () => {
      const before = painted
      painted = await paint()
      return before.equals(painted)
    }
    await expect.poll(isStill).toBe(true)
    await picture.locator('img').evaluate((image) => image.remove())
    const withBroken = painted
    await expect.poll(isStill).toBe(true)
    await test.info().attach('with the broken picture', { body: withBroken, contentType: 'image/png' })
    await test.info().attach('with the cover alone', { body: painted, contentType: 'image/png' })
    // The icon of a broken picture has 256 pixels; a smooth edge may be painted a little differently.
    expect(await differentPixels(withBroken, painted)).toBeLessThan(50)
  })

test('a missing article shows a message and a back link', main, async ({ page }) => {
  for (const path of ['/news/999999', '/news/words']) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Article Not Found')
    await expect(page.getByText("The article you're looking for doesn't exist.")).toBeVisible()
  }
  await page.getByRole('link', { name: 'Back to News' }).click()
  await expect(page).toHaveURL('/news')
})

test('an admin creates, publishes, edits and deletes an article', main, async ({ adminPage: page }) => {
  test.slow()
  const toast = page.locator('.toast')
  await page.goto('/admin?tab=news')
  await expect(page.getByRole('tab', { name: 'News' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Create Article' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Article' })
  await expect(dialog.getByLabel('Content')).toHaveAttribute('rows', '12')
  await expect(dialog.getByLabel('Image URL')).toHaveAttribute('type', 'url')
  await expect(dialog.getByRole('combobox')).toHaveValue('news')
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Create Article' }).click()
  await expect(toast.filter({ hasText: 'Please fill in required fields' })).toBeVisible()
  await expect(dialog.getByLabel('Title')).toBeFocused()

  await dialog.getByLabel('Title').fill('From the console')
  await dialog.getByLabel('Excerpt').fill('A short word.')
  await dialog.getByRole('combobox').selectOption('Other…')
  await expect(dialog.getByLabel('Other category')).toHaveValue('')
  await dialog.getByLabel('Content').fill('First words.')
  await dialog.getByLabel('Image URL').fill('http://example.org/a.png')
  await dialog.getByRole('button', { name: 'Create Article' }).click()
  await expect(toast.filter({ hasText: 'Error creating article' })).toBeVisible()
  await dialog.getByLabel('Image URL').fill('')
  await dialog.getByRole('button', { name: 'Create Article' }).click()
  await expect(toast.filter({ hasText: 'Article created successfully' })).toBeVisible()
  await expect(dialog).toBeHidden()

  const row = page.getByRole('row', { name: /From the console/ })
  await expect(row).toContainText('A short word.')
  await expect(row).toContainText('Uncategorized')
  await expect(row).toContainText('Draft')
  await row.getByRole('button', { name: 'Edit article From the console' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Article' })
  await expect(editor.getByLabel('Content')).toHaveValue('First words.')
  await editor.getByLabel('Published').check()
  await editor.getByRole('button', { name: 'Save Article' }).click()
  await expect(toast.filter({ hasText: 'Article updated successfully' })).toBeVisible()
  await expect(row).toContainText('Published')
  await expect.poll(async () => (await page.request.get('/news')).text()).toContain('From the console')
  await expectAccessible(page)

  await row.getByRole('button', { name: 'Delete article From the console' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this article?' })
  await question.getByRole('button', { name: 'Delete article' }).click()
  await expect(toast.filter({ hasText: 'Article deleted successfully' })).toBeVisible()
  await expect(row).toBeHidden()
  await expect.poll(async () => (await page.request.get('/news')).text()).not.toContain('From the console')
})

test('an article with a link is published, and seen, in at most six clicks', main, async ({ adminPage: page }) => {
  const title = unique('Barn raising')
  await openConsole(page, 'news')
  const clicks = await count(page, 'click')
  await page.getByRole('button', { name: 'Create Article' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Article' })
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await page.keyboard.type(title)
  const content = dialog.getByLabel('Content')
  await content.click()
  await page.keyboard.type('Read ')
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await page.keyboard.type('our plan')
  await expect(content).toHaveValue('Read [our plan](https://)')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('example.org/plan')
  await expectAccessible(page)
  await dialog.getByLabel('Publish immediately').click()
  await dialog.getByRole('button', { name: 'Create Article' }).click()
  await expect(page.getByText('Article created successfully')).toBeVisible()
  const view = page.getByRole('link', { name: `View article ${title}` })
  await untilShown(page, (await view.getAttribute('href')) ?? '', 200)
  const [published] = await Promise.all([page.waitForEvent('popup'), view.click()])
  await expect(published.getByRole('link', { name: 'our plan' })).toHaveAttribute('href', 'https://example.org/plan')
  expect(await clicks()).toBe(6)
  await published.close()
})

test('a server error is shown, and the input is kept', main, async ({ adminPage: page }) => {
  await page.route('**/api/admin/news', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { message: 'The database is away for a moment.' } })
      : route.continue(),
  )
  await page.goto('/admin?tab=news')
  await page.getByRole('button', { name: 'Create Article' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Article' })
  await dialog.getByLabel('Title').fill('Kept')
  await dialog.getByLabel('Content').fill('Kept too')
  await dialog.getByRole('button', { name: 'Create Article' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The database is away for a moment.')
  await expect(dialog.getByLabel('Title')).toHaveValue('Kept')
})
