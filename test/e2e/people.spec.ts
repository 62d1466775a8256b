import type { APIRequestContext } from '@playwright/test'
import { openConsole, staffMember } from './console.ts'
import { sameOrigin, unique, uniqueEmail } from './people.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

/** A couple who share an address, with a sign-up and a prayer. */
async function household(request: APIRequestContext) {
  const email = uniqueEmail()
  const surname = unique('Quincy').replace(' ', '')
  const send = async (url: string, data: object) =>
    expect((await request.post(url, { headers: sameOrigin(), data })).ok()).toBe(true)
  const more = { skills: null, availability: null, interests: [] }
  for (const firstName of ['Ann', 'Bob'])
    await send('/api/volunteers', { firstName, lastName: surname, email, phone: '(317) 555-0142', ...more })
  await send('/api/prayers', { firstName: 'Ann', email, location: null, prayer: 'For rain.' })
  return { surname, email }
}

test(
  'a caller is found in the bar, and everything about them is on one panel',
  main,
  async ({ adminPage, request }) => {
    const { surname, email } = await household(request)
    await openConsole(adminPage, 'news')
    await adminPage.keyboard.press('/')
    const search = adminPage.getByRole('dialog', { name: 'Find a person' })
    await search.getByRole('searchbox').fill(`ann ${surname}`)
    await expect(search.getByText('One person')).toBeVisible()
    await expectAccessible(adminPage)
    await search.getByRole('button', { name: `Ann ${surname}` }).click()

    const panel = adminPage.getByRole('dialog', { name: `Ann ${surname}` })
    await expect(panel.getByRole('link', { name: email })).toBeVisible()
    await expect(panel.getByRole('link', { name: '(317) 555-0142' })).toHaveAttribute('href', 'tel:3175550142')
    await expect(panel.getByRole('button', { name: /^History of Prayer/ })).toBeVisible()
    await expect(panel.getByRole('button', { name: /^Volunteer applied/ })).toHaveCount(1)
    await expectAccessible(adminPage)

    await panel.getByRole('button', { name: /^Prayer submitted/ }).click()
    const history = adminPage.getByRole('dialog', { name: /^History of prayer/ })
    await expect(history.getByText('For rain.')).toBeVisible()
    await adminPage.keyboard.press('Escape')
    await expect(history).toBeHidden()

    await panel.getByRole('button', { name: `Open Bob ${surname}` }).click()
    const other = adminPage.getByRole('dialog', { name: `Bob ${surname}` })
    await expect(other.getByText(/^Prayer/)).toHaveCount(0)
    await other.getByRole('button', { name: 'Back to the search' }).click()
    await expect(search.getByRole('searchbox')).toHaveValue(`ann ${surname}`)
    await adminPage.keyboard.press('Escape')
    await expect(search).toBeHidden()
  },
)

test('a name in a list opens its person, on a phone too', full, async ({ adminPage, request }) => {
  const { surname } = await household(request)
  await adminPage.setViewportSize({ width: 390, height: 800 })
  await adminPage.goto(`/admin?${new URLSearchParams({ tab: 'volunteers', q: `bob ${surname}` })}`)
  await adminPage.getByRole('button', { name: `Bob ${surname}`, exact: true }).click()
  const panel = adminPage.getByRole('dialog', { name: `Bob ${surname}` })
  await expect(panel.getByRole('heading', { name: 'Also at this address' })).toBeVisible()
  await expectAccessible(adminPage)
  await panel.getByRole('link', { name: /^Show in Volunteers: Volunteer/ }).click()
  await expect(adminPage.getByRole('button', { name: `Ann ${surname}`, exact: true })).toBeVisible()
})

test('a moment of a history shows the console as it was then', full, async ({ adminPage, request }) => {
  const { email } = await household(request)
  await adminPage.goto(`/admin?${new URLSearchParams({ tab: 'prayers', q: email })}`)
  await adminPage.getByRole('button', { name: /^History of the prayer/ }).click()
  await adminPage.getByRole('button', { name: 'Show the console at this moment' }).click()
  await expect(adminPage).toHaveURL(/asOf=/)
  await expect(adminPage.getByRole('button', { name: 'Ann', exact: true })).toBeVisible()
})

test('a person who may not read people finds no search for them', full, async ({ adminPage, request, page }) => {
  await staffMember(page.request, adminPage, 'moderator')
  const { email } = await household(request)
  await page.goto(`/admin?${new URLSearchParams({ tab: 'prayers', q: email })}`)
  await page.getByRole('button', { name: 'Ann', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Ann' })
  await expect(panel.getByText(/^Not part of your role, and left out here: .*volunteers/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Find a person' })).toHaveCount(0)
})
