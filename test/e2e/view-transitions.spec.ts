import { expect, full, test } from './test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const paths = ['/about', '/issues', '/news', '/events', '/prayers', '/volunteer', '/donate']

test('pages use view transitions, however fast they are left, and the console stays clean', full, async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) => {
      if (viewTransition) sessionStorage.setItem('transitions', `${sessionStorage.getItem('transitions') ?? ''}+`)
    })
  })
  // Other tests ignore this error: a page without transitions aborts the one that was leading to it.
  const aborted: string[] = []
  page.on('pageerror', ({ name, message }) => name === 'InvalidStateError' && aborted.push(message))
  await page.goto('/')
  for (const waitUntil of ['commit', 'domcontentloaded', 'commit', 'load'] as const)
    for (const path of paths) {
      await page.evaluate((to) => location.assign(to), path)
      await page.waitForURL(path, { waitUntil })
    }
  const transitions = await page.evaluate(() => sessionStorage.getItem('transitions') ?? '')
  expect(transitions.length).toBeGreaterThan(0)
  expect(aborted).toEqual([])
})
