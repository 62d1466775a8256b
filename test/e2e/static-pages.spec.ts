import { expect, expectAccessible, full, main, phone, test } from './test.ts'

// public-pages.spec.ts checks the accessibility of pages that look the same to everyone.

const pages = [
  { path: '/about', heading: 'A neighbor, not a career politician', link: 'Volunteer Now', target: '/volunteer' },
  { path: '/issues', heading: 'Defend Freedom, Empower Hoosiers', link: 'Submit Prayer', target: '/prayers' },
  { path: '/donate', heading: 'Thank You for Your Interest', link: 'Pray with us', target: '/prayers' },
  { path: '/privacy', heading: 'Privacy Policy', link: 'hello@example.org', target: 'mailto:hello@example.org' },
  { path: '/terms', heading: 'Terms of Service', link: 'Privacy Policy', target: '/privacy' },
]

for (const { path, heading, link, target } of pages)
  test(`${path} has its heading and link`, main, async ({ page }) => {
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(main.getByRole('link', { name: link }).first()).toHaveAttribute('href', target)
  })

test('the issues page shows three pillars and four policies', main, async ({ page }) => {
  await page.goto('/issues')
  for (const name of [
    'Individual Liberty',
    'Tech Innovation',
    'Constitutional Governance',
    'Second Amendment',
    'Financial Freedom',
    'Physical Freedom',
    'America First Defense',
  ])
    await expect(page.getByRole('heading', { name })).toBeVisible()
})

test('the about and donate pages show the pledge', main, async ({ page }) => {
  for (const path of ['/about', '/donate']) {
    await page.goto(path)
    await expect(page.getByRole('main')).toContainText('August 1, 2025')
    await expect(page.getByRole('main')).toContainText('$200,000')
    await expect(page.getByRole('main')).toContainText('January 31, 2026')
  }
})

test('an unknown URL shows a 404 page with links', main, async ({ page }) => {
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Prayers' }).click()
  await expect(page).toHaveURL('/prayers')
})

/**
 * Runs in the page. Removes each article without any kind of element that no article before it has: axe would take a quarter
 * of a minute for 20,000 elements of a few kinds. Returns how many are left.
 */
function removeRepeats(): number {
  const kindOf = (element: Element): string => {
    const attributes = element.getAttributeNames().join(' ')
    const kind = `${element.tagName} ${element.className} ${attributes} ${element.textContent === ''}`
    return element.tagName === 'ARTICLE' || !element.parentElement ? kind : `${kindOf(element.parentElement)} > ${kind}`
  }
  const seen = new Set<string>()
  for (const article of document.querySelectorAll('article')) {
    const kinds = new Set([article, ...article.querySelectorAll('*')].map(kindOf)).difference(seen)
    for (const kind of kinds) seen.add(kind)
    if (kinds.size === 0) article.remove()
  }
  return document.querySelectorAll('article').length
}

test('the API has a documentation page and a machine-readable description', full, async ({ page, request }) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Campaign site API')
  await expect(page.getByRole('heading', { name: 'POST /api/prayers', exact: true })).toBeVisible()
  const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  await page.setViewportSize(phone)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await page.evaluate(removeRepeats)).toBeGreaterThan(0)
  await expectAccessible(page, [phone])
  await page.reload()
  await page
    .getByRole('navigation', { name: 'Topics' })
    .getByRole('link', { name: 'endorsements', exact: true })
    .click()
  await expect(page.getByRole('heading', { name: 'endorsements', exact: true })).toBeInViewport()
  const description = await (await request.get('/api/openapi.json')).json()
  expect(description).toMatchObject({ openapi: '3.1.0', paths: { '/api/prayers': { post: {}, get: {} } } })
})
