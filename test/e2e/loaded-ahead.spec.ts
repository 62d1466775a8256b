import { expect, full, test } from './test.ts'

test('a page that is drawn ahead is asked for again once people open it', full, async ({ page }) => {
  await page.addInitScript(() => {
    let isAhead = true
    Object.defineProperty(document, 'prerendering', { get: () => isAhead })
    addEventListener('open', () => {
      isAhead = false
      document.dispatchEvent(new Event('prerenderingchange'))
    })
  })
  const visits: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/about') visits.push(request.resourceType())
  })
  await page.goto('/about')
  await page.waitForLoadState('networkidle')
  expect(visits).toEqual(['document'])
  await page.evaluate(() => dispatchEvent(new Event('open')))
  await expect.poll(() => visits).toEqual(['document', 'fetch'])
})

test('a page that people open at once is asked for once', full, async ({ page }) => {
  const visits: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/about') visits.push(request.resourceType())
  })
  await page.goto('/about')
  await page.waitForLoadState('networkidle')
  expect(visits).toEqual(['document'])
})
