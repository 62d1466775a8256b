import type { Locator, Page } from '@playwright/test'
import { hold, loseFirstAnswer, requestsFor } from './network.ts'
import { unique, uniqueEmail } from './people.ts'
import { expectErrorToast, expectFieldError, expectFormError, expectToast, fill, form, toasts } from './screen.ts'
import { createEvent } from './submissions.ts'
import { expect, full, test } from './test.ts'

/** The location of a form, the API it calls, and where admins see its result. */
type Place = { page: string; api: string; kept: string | null }

type PublicForm = {
  name: string
  button: string
  place: Place | ((adminPage: Page) => Promise<Place>)
  fields: () => { [label: string]: string }
  /** The maximum length of each text field, by label. */
  limits: { [label: string]: number }
  /** True when sending the same text again on purpose creates a second item. */
  isReplayable: boolean
  /** Title and description of the toasts. */
  done: [string, string]
  failed: [string, string]
  missing: [string, string]
}

/** Failures between any public form and the server. */
const forms: PublicForm[] = [
  {
    name: 'Mailing list',
    button: 'Sign Up',
    place: { page: '/', api: '/api/email-signup', kept: null },
    fields: () => ({ 'Email address': uniqueEmail() }),
    limits: {},
    isReplayable: false,
    done: ['Success!', "You've been added to our mailing list."],
    failed: ['Error', 'Failed to sign up. Please try again.'],
    missing: ['Error', 'Failed to sign up. Please try again.'],
  },
  {
    name: 'Share your prayer',
    button: 'Submit Prayer',
    place: { page: '/prayers', api: '/api/prayers', kept: '/api/admin/prayers' },
    fields: () => ({ Name: 'Ruth', Prayer: unique('For rain') }),
    limits: { Name: 100, Location: 100, Prayer: 5000 },
    isReplayable: true,
    done: ['Prayer Submitted', 'Thank you for your prayer. It will be reviewed before being displayed.'],
    failed: ['Error', 'Failed to submit prayer. Please try again.'],
    missing: ['Missing Information', 'Please provide your name and prayer.'],
  },
  {
    name: 'Submit your endorsement',
    button: 'Submit Endorsement',
    place: { page: '/endorsements', api: '/api/endorsements', kept: '/api/admin/endorsements' },
    fields: () => ({ Name: unique('Neighbor'), Email: uniqueEmail(), Endorsement: unique('Keeps a promise') }),
    limits: { Name: 100, Title: 200, Endorsement: 5000 },
    isReplayable: true,
    done: ['Endorsement Submitted', 'Thank you for your endorsement! It will be reviewed before being displayed.'],
    failed: ['Error', 'Failed to submit endorsement. Please try again.'],
    missing: ['Missing Information', 'Please provide your name and e-mail address.'],
  },
  {
    name: 'Volunteer sign-up',
    button: 'Join the Team',
    place: { page: '/volunteer', api: '/api/volunteers', kept: '/api/volunteers' },
    fields: () => ({ 'First name': 'Ruth', 'Last name': unique('Gray'), Email: uniqueEmail() }),
    limits: { 'First name': 100, 'Last name': 100, 'Phone (optional)': 20, Skills: 5000 },
    isReplayable: true,
    done: ['Welcome to the team!', 'Your volunteer application has been submitted successfully.'],
    failed: ['Error', 'Failed to submit volunteer application. Please try again.'],
    missing: ['Missing Information', 'Please provide your first name, last name and email address.'],
  },
  {
    name: 'Register to attend',
    button: 'Register to Attend',
    async place(adminPage) {
      const { id } = await createEvent(adminPage, { capacity: 9 })
      return { page: `/events/${id}`, api: `/api/events/${id}/rsvp`, kept: `/api/admin/events/${id}/rsvps` }
    },
    fields: () => ({ Name: unique('Neighbor'), Email: uniqueEmail() }),
    limits: { Name: 100 },
    isReplayable: false,
    done: ['You’re registered', 'A confirmation is on its way to your inbox.'],
    failed: ['Error', 'Failed to register. Please try again.'],
    missing: ['Missing Information', 'Please provide your name and email address.'],
  },
]

/** Opens the page and scrolls to its form, whose script may run only once it is in view. */
async function open(page: Page, path: string, name: string): Promise<Locator> {
  await page.goto(path)
  await page.getByRole('form', { name, exact: true }).scrollIntoViewIfNeeded()
  await expect(form(page, name)).toBeVisible()
  return form(page, name)
}

const send = (filled: Locator, button: string) => filled.getByRole('button', { name: button }).click()

async function expectTyped(filled: Locator, typed: { [label: string]: string }): Promise<void> {
  for (const [label, text] of Object.entries(typed)) await expect(filled.getByLabel(label)).toHaveValue(text)
}

for (const { name, button, place, fields, limits, isReplayable, done, failed, missing } of forms) {
  const placeFor = (adminPage: Page) => (typeof place === 'function' ? place(adminPage) : place)

  test.describe(name, () => {
    test('offline, the input stays and can be sent later', full, async ({ page, context, adminPage }) => {
      const { page: path } = await placeFor(adminPage)
      const typed = fields()
      const filled = await open(page, path, name)
      await fill(filled, typed)
      await context.setOffline(true)
      await send(filled, button)

      await expectErrorToast(page, ...failed)
      await expect(filled.getByRole('alert')).toHaveText(
        'You are offline. Everything you typed is still here. Submit it again once you are back online.',
      )
      await expectTyped(filled, typed)

      await context.setOffline(false)
      await send(filled, button)
      await expectToast(page, ...done)
      await expect(filled.getByRole('alert')).toHaveCount(0)
    })

    test('a double click sends once', full, async ({ page, adminPage }) => {
      const { page: path, api, kept } = await placeFor(adminPage)
      const call = { method: 'POST', path: api } as const
      const sent = requestsFor(page, call)
      const release = await hold(page, call)
      const typed = fields()
      const filled = await open(page, path, name)
      await fill(filled, typed)
      await filled.getByRole('button', { name: button }).dblclick()
      release()

      await expectToast(page, ...done)
      expect(sent).toHaveLength(1)
      await expectKept(adminPage, kept, typed, 1)
    })

    test('a retry after a lost response saves it once', full, async ({ page, adminPage }) => {
      const { page: path, api, kept } = await placeFor(adminPage)
      const call = { method: 'POST', path: api } as const
      const sent = requestsFor(page, call)
      await loseFirstAnswer(page, call)
      const typed = fields()
      const filled = await open(page, path, name)
      await fill(filled, typed)
      await send(filled, button)
      await expectErrorToast(page, ...failed)
      await expectTyped(filled, typed)
      await expectKept(adminPage, kept, typed, 1)

      await send(filled, button)
      await expectToast(page, ...done)
      const keys = sent.map((request) => request.headers()['idempotency-key'])
      expect(keys).toEqual([keys[0], keys[0]])
      expect(keys[0]).toMatch(/^[\da-f]{32}$/)
      await expectKept(adminPage, kept, typed, 1)
    })

    test('two tabs do not interfere with each other', full, async ({ page, context, adminPage }) => {
      const { page: path, kept } = await placeFor(adminPage)
      const tabs = [page, await context.newPage()]
      const written = []
      for (const tab of tabs) {
        const typed = fields()
        const filled = await open(tab, path, name)
        await fill(filled, typed)
        written.push({ tab, typed, filled })
      }
      for (const { typed, filled } of written) await expectTyped(filled, typed)
      await Promise.all(written.map(({ filled }) => send(filled, button)))
      for (const { tab, typed } of written) {
        await expectToast(tab, ...done)
        await expectKept(adminPage, kept, typed, 1)
      }
    })

    test('blank input shows a field error and sends nothing', full, async ({ page, adminPage }) => {
      const { page: path, api } = await placeFor(adminPage)
      const sent = requestsFor(page, { method: 'POST', path: api })
      const typed = fields()
      const [required = ''] = Object.keys(typed)
      const filled = await open(page, path, name)
      await fill(filled, { ...typed, [required]: '   ' })
      await send(filled, button)
      await expectFormError(page, ...missing)
      await expectFieldError(filled.getByLabel(required), 'This field is required.')
      await expect(filled.getByLabel(required)).toBeFocused()
      expect(sent).toEqual([])
    })

    if (Object.keys(limits).length > 0)
      test(
        'one character too many shows a field error; emoji and Arabic up to the limit are saved',
        full,
        async ({ page, adminPage }) => {
          const { page: path, kept } = await placeFor(adminPage)
          const filled = await open(page, path, name)
          const full = Object.fromEntries(
            Object.entries(limits).map(([label, max]) => [label, 'ش🌽'.repeat(max / 2)] as const),
          )
          const over = Object.fromEntries(Object.entries(full).map(([label, text]) => [label, `${text}x`]))
          await fill(filled, { ...fields(), ...over })
          await send(filled, button)
          for (const [label, max] of Object.entries(limits))
            await expectFieldError(filled.getByLabel(label), `Use at most ${max} characters.`)
          await expectTyped(filled, over)

          await fill(filled, full)
          await send(filled, button)
          await expectToast(page, ...done)
          await expectKept(adminPage, kept, full, 1)
        },
      )

    if (isReplayable)
      test('the same text sent twice on purpose is saved twice', full, async ({ page, adminPage }) => {
        const { page: path, kept } = await placeFor(adminPage)
        const typed = fields()
        const filled = await open(page, path, name)
        for (const times of [1, 2]) {
          await fill(filled, typed)
          await send(filled, button)
          await expectToast(page, ...done)
          await toasts(page).getByRole('button', { name: 'Dismiss' }).click()
          await expectKept(adminPage, kept, typed, times)
        }
      })
  })
}

/** Expects this many items on the server to contain all the input. With a null `address` there is nowhere to check. */
async function expectKept(adminPage: Page, address: string | null, typed: object, times: number): Promise<void> {
  if (address === null) return
  const items: object[] = await (await adminPage.request.get(address)).json()
  const holds = (item: object) => Object.values(typed).every((text) => Object.values(item).includes(text))
  expect(items.filter(holds)).toHaveLength(times)
}

test('text typed while a prayer is sent stays', full, async ({ page }) => {
  const release = await hold(page, { method: 'POST', path: '/api/prayers' })
  const filled = await open(page, '/prayers', 'Share your prayer')
  await fill(filled, { Name: 'Ruth', Prayer: unique('For rain') })
  await send(filled, 'Submit Prayer')
  await expect(filled.getByRole('button')).toBeDisabled()
  await fill(filled, { Prayer: 'For the harvest' })
  release()

  await expectToast(page, 'Prayer Submitted', 'Thank you for your prayer. It will be reviewed before being displayed.')
  await expect(filled.getByRole('button', { name: 'Submit Prayer' })).toBeEnabled()
  await expectTyped(filled, { Name: '', Prayer: 'For the harvest' })
})
