import { expect, test } from './test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const paths = ['/about', '/issues', '/news', '/events', '/prayers', '/volunteer', '/donate']

test('pages follow each other by a transition, however fast they are left, and the console stays clean', async ({
  page,
}) => {
  await page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) => {
      if (viewTransition) sessionStorage.setItem('transitions', `${sessionStorage.getItem('transitions') ?? ''}+`)
    })
  })
  // Which other tests overlook: a page that came without its transitions broke off the one that led to it.
  const brokenOff: string[] = []
  page.on('pageerror', ({ name, message }) => name === 'InvalidStateError' && brokenOff.push(message))
  await page.goto('/')
  for (const waitUntil of ['commit', 'domcontentloaded', 'commit', 'load'] as const)
    for (const path of paths) {
      await page.evaluate((to) => location.assign(to), path)
      await page.waitForURL(path, { waitUntil })
    }
  const transitions = await page.evaluate(() => sessionStorage.getItem('transitions') ?? '')
  expect(transitions.length).toBeGreaterThan(0)
  expect(brokenOff).toEqual([])
})
