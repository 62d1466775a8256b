import { answer, hold, requestsFor } from './network.ts'
import { expectErrorToast, expectToast } from './screen.ts'
import { expect, expectAccessible, full, test } from './test.ts'

const evolution = { method: 'POST', path: '/api/genetic-test/evolve' } as const

test('the tab explains the algorithm and opens its analytics in a new window', full, async ({ adminPage }) => {
  await adminPage.goto('/admin?tab=genetics')
  await expect(adminPage.getByRole('heading', { name: 'Genetics' })).toBeVisible()
  for (const [name, value] of [
    ['Population size', '5'],
    ['Mutation rate', '15%'],
    ['Crossover rate', '80%'],
  ] as const)
    await expect(adminPage.locator('.facts > div').filter({ hasText: name }).getByRole('definition')).toHaveText(value)
  await expect(adminPage.getByRole('region', { name: 'System status' }).locator('.badge')).toHaveText([
    // No text has been approved on this product.
    'One page for all',
    /^(No visits yet|\d+ visits?)$/,
    'Off',
  ])
  await expect(adminPage.getByRole('region', { name: 'How it works' }).getByRole('listitem')).toHaveText([
    '8 headlines',
    '3 button color schemes',
    '4 issue focuses',
    '2 layouts',
    'Time on page',
    'Donations',
    'Volunteer signups',
  ])
  await expectAccessible(adminPage)
  const opened = adminPage.waitForEvent('popup')
  await adminPage.getByRole('link', { name: 'View Analytics' }).click()
  const analytics = await opened
  expect(new URL(analytics.url()).pathname).toBe('/genetic-analytics')
  await analytics.close()
})

test('evolution can be forced, once at a time, and shows the result', full, async ({ adminPage }) => {
  const asked = requestsFor(adminPage, evolution)
  await answer(adminPage, evolution, { generation: 2, warning: null })
  const release = await hold(adminPage, evolution)
  await adminPage.goto('/admin?tab=genetics')
  await adminPage.getByRole('button', { name: 'Force Evolution' }).dblclick()
  await expect(adminPage.getByRole('button', { name: 'Evolving...' })).toBeDisabled()
  release()
  await expectToast(adminPage, 'Population evolved successfully')
  expect(asked).toHaveLength(1)
  await adminPage.unrouteAll()
  await answer(adminPage, evolution, { message: 'The population is evolving already.' }, 409)
  await adminPage.getByRole('button', { name: 'Force Evolution' }).click()
  await expectErrorToast(adminPage, 'Evolution failed', 'The population is evolving already.')
})
