import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { discard, openConsole, rowOf } from './console.ts'
import { sameOrigin, unique, uniqueEmail } from './people.ts'
import { expectToast, toasts } from './screen.ts'
import { createEvent, dayOf, mailTo, registerGuest } from './submissions.ts'
import { expect, expectAccessible, full, main, phone, test } from './test.ts'

const newGuest = () => ({ name: unique('Guest'), email: uniqueEmail(), joinWaitingList: true })

async function openGuests(adminPage: Page, title: string) {
  await openConsole(adminPage, 'campaign-events')
  await rowOf(adminPage, title)
    .getByRole('button', { name: `Guests of the event ${title}` })
    .click()
  const dialog = adminPage.getByRole('dialog', { name: title })
  await expect(dialog.locator('[aria-busy=false]')).toBeVisible()
  return dialog
}

test('an admin sees guests and the waiting list, and downloads them as a file', full, async ({ adminPage }) => {
  const { id, title } = await createEvent(adminPage, { capacity: 1 })
  const [seated, waiting] = [newGuest(), newGuest()]
  for (const guest of [seated, waiting]) await registerGuest(adminPage.request, id, guest)
  const dialog = await openGuests(adminPage, title)
  await expect(dialog).toContainText('1 of 1 seat taken, 1 waiting.')
  for (const [guest, status] of [
    [seated, 'Registered'],
    [waiting, 'Waiting'],
  ] as const) {
    const row = dialog.getByRole('row').filter({ hasText: guest.name })
    await expect(row).toContainText(guest.email)
    await expect(row.locator('.badge')).toHaveText(status)
    await expect(row.getByRole('time')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d{2} [AP]M$/)
  }
  await expectAccessible(adminPage)

  const [download] = await Promise.all([
    adminPage.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`guests-of-event-${id}.csv`)
  expect(await readFile(await download.path(), 'utf8')).toMatch(
    new RegExp(`^\\uFEFFName,Email,Status,Registered at\\r\\n${seated.name},${seated.email},confirmed,`),
  )
  await openConsole(adminPage, 'actions')
  await expect(rowOf(adminPage, 'Export guest list').filter({ hasText: `"campaignEventId": ${id}\n` })).toHaveCount(1)
})

test('a removed guest is notified, and the next in line moves up', main, async ({ adminPage }) => {
  const { id, title } = await createEvent(adminPage, { capacity: 1 })
  const [seated, waiting] = [newGuest(), newGuest()]
  for (const guest of [seated, waiting]) await registerGuest(adminPage.request, id, guest)
  const dialog = await openGuests(adminPage, title)
  await dialog.getByRole('button', { name: `Remove guest ${seated.name}` }).click()
  const question = adminPage.getByRole('alertdialog', { name: 'Are you sure you want to remove this guest?' })
  await question.getByRole('button', { name: 'Remove guest' }).click()
  await expectToast(adminPage, 'Guest removed', 'They’ll get an email, and so will whoever gets their seat.')
  await expect(dialog.getByRole('row').filter({ hasText: seated.name }).locator('.badge')).toHaveText('Cancelled')
  await expect(dialog.getByRole('row').filter({ hasText: waiting.name }).locator('.badge')).toHaveText('Registered')
  await expect(dialog).toContainText('1 of 1 seat taken, 0 waiting.')
  await mailTo(adminPage, seated.email, `Your registration was cancelled: ${title}`)
  await mailTo(adminPage, waiting.email, `You have a seat: ${title}`)
})

test('guests get an email about a new date, with a file that updates their calendar', full, async ({ adminPage }) => {
  const details = { capacity: 5, startTime: '18:30', location: 'Town hall' }
  const { id, title } = await createEvent(adminPage, details)
  const guest = newGuest()
  await registerGuest(adminPage.request, id, guest)
  const confirmation = await mailTo(adminPage, guest.email, `You’re registered: ${title}`)
  const edited = { title, ...details, eventDate: dayOf(20), location: 'Library' }
  await adminPage.request.put(`/api/admin/events/${id}`, { headers: sameOrigin(), data: edited })
  const letter = await mailTo(adminPage, guest.email, `Changed: ${title}`)
  for (const place of ['Town hall', 'Library']) expect(letter).toContain(place)
  const numberIn = (text: string) => Number(text.match(/SEQUENCE:(\d+)/)?.[1])
  expect(numberIn(letter)).toBeGreaterThan(numberIn(confirmation))
  expect(letter.match(/UID:\S+/)?.[0]).toBe(confirmation.match(/UID:\S+/)?.[0])
})

test('emptying the capacity asks first, and the waiting list moves up', full, async ({ adminPage }) => {
  const { id, title } = await createEvent(adminPage, { capacity: 1 })
  const [seated, waiting] = [newGuest(), newGuest()]
  for (const guest of [seated, waiting]) await registerGuest(adminPage.request, id, guest)
  await openConsole(adminPage, 'campaign-events')
  await rowOf(adminPage, title)
    .getByRole('button', { name: `Edit event ${title}` })
    .click()
  const dialog = adminPage.getByRole('dialog', { name: 'Edit Event' })
  await dialog.getByLabel('Capacity').fill('')
  await dialog.getByRole('button', { name: 'Save Event' }).click()
  const question = adminPage.getByRole('alertdialog', { name: 'Are you sure you want to save these changes?' })
  await expect(question).toContainText('People on the waiting list who get a seat and an email: 1.')
  await expectAccessible(adminPage)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(dialog.getByLabel('Capacity')).toHaveValue('')
  await expect(toasts(adminPage)).toHaveCount(0)
  await adminPage.keyboard.press('Escape')
  await discard(adminPage)
  await expect(dialog).toBeHidden()
  await expect(rowOf(adminPage, title)).toContainText('1 of 1')

  await rowOf(adminPage, title)
    .getByRole('button', { name: `Edit event ${title}` })
    .click()
  await dialog.getByLabel('Capacity').fill('')
  await adminPage.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(adminPage, 'Event updated successfully')
  await expect(dialog).toBeHidden()
  await mailTo(adminPage, waiting.email, `You have a seat: ${title}`)
})

test(
  'hiding an event asks first, and its guests get a mail with a link that explains',
  main,
  async ({ page, adminPage }) => {
    const { id, title } = await createEvent(adminPage, { capacity: 5 })
    const guest = newGuest()
    await registerGuest(adminPage.request, id, guest)
    await openConsole(adminPage, 'campaign-events')
    const row = rowOf(adminPage, title)
    await row.getByRole('button', { name: `Edit event ${title}` }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Edit Event' })
    await dialog.getByLabel('Active').uncheck()
    await dialog.getByRole('button', { name: 'Save Event' }).click()
    const question = adminPage.getByRole('alertdialog', { name: 'Are you sure you want to save these changes?' })
    await expect(question).toContainText('Guests who get an email about it: 1.')
    await question.getByRole('button', { name: 'Save changes' }).click()
    await expectToast(adminPage, 'Event updated successfully')
    await expect(row).toContainText('Inactive')

    const letter = await mailTo(adminPage, guest.email, `Off our calendar for now: ${title}`)
    const link = letter.match(/http\S+\/events\/off-calendar/)?.[0] ?? ''
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This event is off our calendar')
    await expect(page.getByRole('main')).toContainText('We keep your seat')
    await expectAccessible(page)
    // Links in earlier mails lead there too.
    await expect.poll(async () => (await page.request.get(`/events/${id}`)).status(), { intervals: [50] }).toBe(404)
    await page.goto(`/events/${id}`)
    await page.getByRole('link', { name: 'It may be off our calendar for now.' }).click()
    await expect(page).toHaveURL(/\/events\/off-calendar$/)
  },
)

test('on a phone each row is a card with its actions within reach', full, async ({ adminPage }) => {
  const { id, title } = await createEvent(adminPage, { capacity: 1 })
  const guest = newGuest()
  await registerGuest(adminPage.request, id, guest)
  await adminPage.setViewportSize(phone)
  await openConsole(adminPage, 'campaign-events')
  const expectWithinReach = async (buttons: ReturnType<Page['getByRole']>) => {
    expect(await buttons.count()).toBeGreaterThan(0)
    for (const button of await buttons.all()) {
      await button.scrollIntoViewIfNeeded()
      const box = await button.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.width)
    }
  }
  await expectWithinReach(rowOf(adminPage, title).getByRole('button'))
  const dialog = await openGuests(adminPage, title)
  await expectWithinReach(dialog.getByRole('row').filter({ hasText: guest.name }).getByRole('button'))
  await expectAccessible(adminPage)
})

test('an empty guest list shows a message', full, async ({ adminPage }) => {
  const { title } = await createEvent(adminPage, { capacity: 1 })
  const dialog = await openGuests(adminPage, title)
  await expect(dialog).toContainText('No one has registered yet.')
  await expect(toasts(adminPage)).toHaveCount(0)
})
