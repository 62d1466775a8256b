import type { Page } from '@playwright/test'
import { drawAhead } from './drawn-ahead.ts'
import { expect, full, test } from './test.ts'

/** The requests for /about that the page makes until the network is idle; later ones are added to them. */
async function requestsForAbout(page: Page): Promise<string[]> {
  const requests: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/about') requests.push(request.resourceType())
  })
  await page.goto('/about')
  await page.waitForLoadState('networkidle')
  return requests
}

test('a page that is drawn ahead is asked for again once people open it', full, async ({ page }) => {
  const { open } = await drawAhead(page)
  const requests = await requestsForAbout(page)
  expect(requests).toEqual(['document'])
  await open()
  await expect.poll(() => requests).toEqual(['document', 'fetch'])
})

test('a page that people open at once is asked for once', full, async ({ page }) => {
  expect(await requestsForAbout(page)).toEqual(['document'])
})
