import type { Page } from '@playwright/test'
import { hold, loseFirstAnswer, requestsFor } from './network.ts'
import { unique, uniqueEmail } from './people.ts'
import { expectErrorToast, expectToast, fill, form, toasts } from './screen.ts'
import { expect, test } from './test.ts'

type PublicForm = {
  page: string
  name: string
  button: string
  call: { method: 'POST'; path: string }
  kept: string
  fields: () => { [label: string]: string }
  /** Title and description of the toast. */
  done: [string, string]
  failed: [string, string]
}

/** What may go wrong between any of the public forms and the server. */
const forms: PublicForm[] = [
  {
    page: '/prayers',
    name: 'Share your prayer',
    button: 'Submit Prayer',
    call: { method: 'POST', path: '/api/prayers' },
    kept: '/api/admin/prayers',
    fields: () => ({ Name: 'Ruth', Prayer: unique('For rain') }),
    done: ['Prayer Submitted', 'Thank you for your prayer. It will be reviewed before being displayed.'],
    failed: ['Error', 'Failed to submit prayer. Please try again.'],
  },
  {
    page: '/endorsements',
    name: 'Submit your endorsement',
    button: 'Submit Endorsement',
    call: { method: 'POST', path: '/api/endorsements' },
    kept: '/api/admin/endorsements',
    fields: () => ({ Name: unique('Neighbor'), Email: uniqueEmail(), Endorsement: unique('Keeps a promise') }),
    done: ['Endorsement Submitted', 'Thank you for your endorsement! It will be reviewed before being displayed.'],
    failed: ['Error', 'Failed to submit endorsement. Please try again.'],
  },
]

for (const { page: path, name, button, call, kept, fields, done, failed } of forms) {
  test.describe(name, () => {
    test('offline, everything typed stays and goes out later', async ({ page, context }) => {
      await page.goto(path)
      const typed = fields()
      const filled = form(page, name)
      await fill(filled, typed)
      await context.setOffline(true)
      await filled.getByRole('button', { name: button }).click()

      await expectErrorToast(page, ...failed)
      await expect(filled.getByRole('alert')).toHaveText(
        'You are offline. Everything you typed is still here: submit again once you are connected.',
      )
      for (const [label, text] of Object.entries(typed)) await expect(filled.getByLabel(label)).toHaveValue(text)

      await context.setOffline(false)
      await filled.getByRole('button', { name: button }).click()
      await expectToast(page, ...done)
      await expect(filled.getByRole('alert')).toHaveCount(0)
    })

    test('a double click sends once', async ({ page, adminPage }) => {
      const sent = requestsFor(page, call)
      const release = await hold(page, call)
      await page.goto(path)
      const typed = fields()
      const filled = form(page, name)
      await fill(filled, typed)
      await filled.getByRole('button', { name: button }).dblclick()
      release()

      await expectToast(page, ...done)
      expect(sent).toHaveLength(1)
      expect(await timesKept(adminPage, kept, typed)).toBe(1)
    })

    test('sent again after a lost answer, it is kept once', async ({ page, adminPage }) => {
      await loseFirstAnswer(page, call)
      await page.goto(path)
      const typed = fields()
      const filled = form(page, name)
      await fill(filled, typed)
      await filled.getByRole('button', { name: button }).click()
      await expectErrorToast(page, ...failed)
      expect(await timesKept(adminPage, kept, typed)).toBe(1)

      await filled.getByRole('button', { name: button }).click()
      await expectToast(page, ...done)
      expect(await timesKept(adminPage, kept, typed)).toBe(1)
    })

    test('the same words sent twice on purpose are kept twice', async ({ page, adminPage }) => {
      await page.goto(path)
      const typed = fields()
      const filled = form(page, name)
      for (const times of [1, 2]) {
        await fill(filled, typed)
        await filled.getByRole('button', { name: button }).click()
        await expectToast(page, ...done)
        await toasts(page).getByRole('button', { name: 'Dismiss' }).click()
        expect(await timesKept(adminPage, kept, typed)).toBe(times)
      }
    })
  })
}

/** How many items on the server hold every typed text. */
async function timesKept(adminPage: Page, address: string, typed: object): Promise<number> {
  const items: object[] = await (await adminPage.request.get(address)).json()
  const holds = (item: object) => Object.values(typed).every((text) => Object.values(item).includes(text))
  return items.filter(holds).length
}
