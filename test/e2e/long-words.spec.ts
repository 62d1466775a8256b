import type { Page } from '@playwright/test'
import { openConsole, rowOf } from './console.ts'
import { newPerson, register, sameOrigin, unique } from './people.ts'
import { approve, openList, submitEndorsement, submitPrayer } from './submissions.ts'
import { desktop, expect, full, phone, test } from './test.ts'

/** A name without a place to break it, as long as one may be. */
const longName = (start: string) => unique(start).replaceAll(/[ -]/g, '').padEnd(100, 'W')

async function expectNoOverflow(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over).toBeLessThanOrEqual(0)
}

for (const [topic, submit, field] of [
  ['prayers', submitPrayer, 'firstName'],
  ['endorsements', submitEndorsement, 'name'],
] as const)
  test(
    `a name of 100 letters leaves the buttons of its row of ${topic} in sight`,
    full,
    async ({ adminPage: page, request }) => {
      const name = longName('Long')
      const { id } = await submit(request, { [field]: name })
      await page.setViewportSize(desktop)
      await openConsole(page, topic)
      const buttons = rowOf(page, name).getByRole('button')
      for (const button of [buttons.first(), buttons.last()]) await expect(button).toBeInViewport({ ratio: 1 })
      await approve(page, topic, id)

      for (const size of [phone, desktop]) {
        await page.setViewportSize(size)
        await openList(page, topic, name)
        await expect(page.getByText(name).first()).toBeVisible()
        await expectNoOverflow(page)
      }
    },
  )

test('names of 100 letters leave the buttons of the users in sight', full, async ({ adminPage: page, request }) => {
  const person = { ...newPerson(), firstName: longName('Long'), lastName: longName('Longer') }
  await register(request, person)
  await page.setViewportSize(desktop)
  await openConsole(page, 'users')
  const buttons = rowOf(page, person.email).getByRole('button')
  for (const button of [buttons.first(), buttons.last()]) await expect(button).toBeInViewport({ ratio: 1 })
})

test('a thread with a title of 100 letters stays within the window', full, async ({ page, adminPage }) => {
  const title = longName('Long')
  const data = { title, content: 'W'.repeat(300), categoryId: 1 }
  const answer = await adminPage.request.post('/api/forum/threads', { data, headers: sameOrigin() })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id } = await answer.json()
  for (const size of [phone, desktop])
    for (const path of ['/forum?category=1', `/forum?category=1&thread=${id}`]) {
      await page.setViewportSize(size)
      await page.goto(path)
      await expect(page.getByText(title).first()).toBeVisible()
      await expectNoOverflow(page)
    }
})
