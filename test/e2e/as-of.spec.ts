import type { Page } from '@playwright/test'
import { campaign } from '../../contract/campaign.ts'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import { openConsole, rowOf } from './console.ts'
import { answer } from './network.ts'
import { sameOrigin, uniqueEmail } from './people.ts'
import { fill, form } from './screen.ts'
import { approve, submitPrayer } from './submissions.ts'
import { expect, expectAccessible, full, main, phone, test } from './test.ts'

const clock = (page: Page) => page.getByRole('button', { name: 'Show the console as of a past moment' })
const band = (page: Page) => page.getByRole('region', { name: 'The past' })

/** Opens the present, and asks for the moment on the campaign’s clock. */
async function choose(page: Page, moment: Date): Promise<void> {
  await clock(page).click()
  const local = campaignClock.localTimeOf(moment)
  await fill(form(page, 'Choose a moment'), { Date: local.slice(0, 10), Time: local.slice(11, 16) })
  await form(page, 'Choose a moment').getByRole('button', { name: 'Show this moment' }).click()
}

/** The position of the newest event, which the past of this minute shows. */
async function newest(page: Page): Promise<string> {
  const at = new Date().toISOString()
  const found = await page.request.get(`/api/admin/as-of/moment?at=${at}`)
  expect(found.status(), await found.text()).toBe(200)
  return (await found.json()).position
}

const openPast = async (page: Page, tab: string, position: string) => {
  await page.goto(`/admin?tab=${tab}&asOf=${position}`)
  await expect(band(page)).toContainText('As of')
  await expect(page.getByRole('tabpanel').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

test(
  'an admin looks at a past moment, steps through its events and comes back',
  main,
  async ({ adminPage, request }) => {
    const { id, firstName } = await submitPrayer(request)
    const submitted = await newest(adminPage)
    await approve(adminPage, 'prayers', id)
    await openConsole(adminPage, 'prayers')
    await choose(adminPage, new Date())
    await expect(adminPage).toHaveURL(/\/admin\?tab=prayers&asOf=\d+$/)
    await expect(band(adminPage)).toContainText(/As of \w+ \d+, \d{4} \d+:\d\d:\d\d [AP]M/)

    await openPast(adminPage, 'prayers', submitted)
    const row = rowOf(adminPage, firstName)
    await expect(row).toContainText('Pending')
    await expect(adminPage.getByText('Everything here is as the log knew it then')).toBeVisible()
    await expect(adminPage.getByText(`Last event: Prayer submitted (prayer ${id})`)).toBeVisible()
    // Nothing can be changed.
    await expect(row.getByRole('button')).toHaveCount(3)
    await expect(row.getByRole('button', { name: /^History/ })).toBeVisible()
    await expect(adminPage.getByRole('checkbox')).toHaveCount(0)
    await expect(adminPage.getByRole('navigation', { name: 'More tools' })).toHaveCount(0)
    await expectAccessible(adminPage)

    await band(adminPage).getByRole('button', { name: 'Next event' }).click()
    await expect(rowOf(adminPage, firstName)).toContainText('Approved')
    // Nothing happened after that, so the other step gets the focus.
    await expect(band(adminPage).getByRole('button', { name: 'Next event' })).toBeDisabled()
    await expect(band(adminPage).getByRole('button', { name: 'Previous event' })).toBeFocused()
    await adminPage.keyboard.press('Enter')
    await expect(rowOf(adminPage, firstName)).toContainText('Pending')
    await expect(band(adminPage).getByRole('button', { name: 'Previous event' })).toBeFocused()

    // Other tabs stay in the past, and so does the way back.
    await adminPage.getByRole('tab', { name: 'Actions' }).click()
    await expect(adminPage).toHaveURL(`/admin?tab=actions&asOf=${submitted}`)
    await expect(adminPage.getByText('The state of the seals: Known only as it is now.')).toBeVisible()
    await adminPage.getByRole('tab', { name: 'Dashboard' }).click()
    await expect(adminPage.getByText('System: Known only as it is now.')).toBeVisible()
    await expect(adminPage.getByRole('heading', { name: 'Total Users' })).toBeVisible()
    await expectAccessible(adminPage)
    await band(adminPage).getByRole('link', { name: 'Back to now' }).click()
    await expect(adminPage).toHaveURL('/admin?tab=dashboard')
    await expect(band(adminPage)).toHaveCount(0)
    await expect(adminPage.getByRole('navigation', { name: 'More tools' })).toBeVisible()
  },
)

test('every tab shows the past', full, async ({ adminPage, request }) => {
  await submitPrayer(request)
  const position = await newest(adminPage)
  const refused: string[] = []
  adminPage.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  for (const tab of 'dashboard users volunteers emails prayers endorsements news events forum genetics traffic actions'.split(
    ' ',
  )) {
    await openPast(adminPage, tab, position)
    const panel = adminPage.getByRole('tabpanel')
    for (const name of [/^(Edit|Delete|Restore|Ban|Approve|Reject|Create|New|Force|Reword|Export|Verify)\b/])
      await expect(panel.getByRole('button', { name })).toHaveCount(0)
    await expect(panel.getByRole('link', { name: /^Export/ })).toHaveCount(0)
    await expectAccessible(adminPage)
  }
  expect(refused).toEqual([])
})

test('items open in the past', full, async ({ adminPage, request }) => {
  const { id, firstName } = await submitPrayer(request)
  const position = await newest(adminPage)
  await approve(adminPage, 'prayers', id)
  await openPast(adminPage, 'prayers', position)
  await rowOf(adminPage, firstName)
    .getByRole('button', { name: /^History/ })
    .click()
  const dialog = adminPage.getByRole('dialog', { name: `History of prayer ${id}` })
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('button', { name: /Erase|Restore/ })).toHaveCount(0)
  await adminPage.keyboard.press('Escape')
  await adminPage.getByRole('tab', { name: 'Users' }).click()
  await adminPage
    .getByRole('button', { name: /^Sessions and bans of/ })
    .first()
    .click()
  await expect(adminPage.getByText('Sessions and two-step sign-in: Known only as it is now.')).toBeVisible()
})

test('a moment before the campaign began is refused in words', full, async ({ adminPage }) => {
  await openConsole(adminPage, 'users')
  await choose(adminPage, new Date('2020-05-01T12:00:00Z'))
  const dialog = adminPage.getByRole('dialog', { name: 'Show the console as of…' })
  await expect(dialog.getByText('Nothing had happened by then. Choose a later moment.').first()).toBeVisible()
  await expectAccessible(adminPage)
  await expect(dialog.getByText(campaign.timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? '')).toBeVisible()
})

test('while a moment is prepared, the band says how far it is', full, async ({ adminPage }) => {
  const state = { status: 'building', done: 25_000, total: 100_000 }
  await answer(adminPage, { method: 'GET', path: /^\/api\/admin\/as-of/ }, state)
  await adminPage.goto('/admin?tab=users&asOf=100000')
  await expect(band(adminPage)).toContainText('25,000 of 100,000 events')
  await expect(band(adminPage).getByRole('progressbar', { name: 'Events read' })).toHaveAttribute('value', '25000')
  await expect(adminPage.getByRole('tabpanel')).toHaveCount(0)
  await expectAccessible(adminPage)
})

test('an address of a moment that does not exist says so', full, async ({ adminPage }) => {
  await adminPage.goto('/admin?tab=users&asOf=99999999')
  await expect(band(adminPage).getByRole('alert')).toHaveText('There is no event at position 99999999.')
  await expect(adminPage.getByRole('tabpanel')).toHaveCount(0)
  await band(adminPage).getByRole('link', { name: 'Back to now' }).click()
  await expect(adminPage.getByRole('heading', { name: 'Users' })).toBeVisible()
})

test('a person who is erased while the past is shown leaves its screen', full, async ({ adminPage, request }) => {
  const { firstName, email } = await submitPrayer(request, { email: uniqueEmail() })
  const position = await newest(adminPage)
  await openPast(adminPage, 'prayers', position)
  await expect(rowOf(adminPage, firstName)).toBeVisible()
  const erased = await adminPage.request.post('/api/admin/erasures', { headers: sameOrigin(), data: { email } })
  expect(erased.status()).toBe(200)
  await adminPage.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(adminPage.getByText(firstName)).toHaveCount(0)
  await expect(adminPage.getByRole('tabpanel').locator('> [aria-busy=false]')).toBeVisible()
  await expect(adminPage.getByText(firstName)).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in ${colorScheme} colors`, () => {
    test(`the band on a phone and on a wide screen, ${colorScheme}`, full, async ({ adminPage, request }, testInfo) => {
      await submitPrayer(request)
      const position = await newest(adminPage)
      await adminPage.emulateMedia({ colorScheme })
      for (const [name, viewport] of [
        ['phone', phone],
        ['wide', { width: 1280, height: 800 }],
      ] as const) {
        await adminPage.setViewportSize(viewport)
        for (const tab of ['users', 'dashboard']) {
          await openPast(adminPage, tab, position)
          expect(await adminPage.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
          await adminPage.screenshot({ path: testInfo.outputPath(`${name}-${tab}-${colorScheme}.png`) })
        }
        await adminPage.mouse.wheel(0, 2000)
        await expect(band(adminPage)).toBeInViewport({ ratio: 1 })
        await clock(adminPage).click()
        await expect(form(adminPage, 'Choose a moment')).toBeVisible()
        await adminPage.screenshot({ path: testInfo.outputPath(`${name}-dialog-${colorScheme}.png`) })
      }
    })
  })
