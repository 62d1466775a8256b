import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { discard, openConsole, openRow, rowOf } from './console.ts'
import { answer } from './network.ts'
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
    new RegExp(
      `^\\uFEFFName,Email,Status,Registered at,Email consent,Consent reason,Consent since,First source[^\\n]*\\r\\n${seated.name},${seated.email},confirmed,`,
    ),
  )
  await openConsole(adminPage, 'actions')
  const details = await openRow(rowOf(adminPage, 'Export guest list').first())
  await expect(details).toContainText(`"campaignEventId": ${id}`)
})

test('guests are filtered by where they came from, and so is their file', full, async ({ adminPage, request }) => {
  const { id, title } = await createEvent(adminPage, { capacity: 3 })
  const [ruth, boaz] = [newGuest(), newGuest()]
  const source = { code: 'fair-26' }
  const cookie = `first-source=${Buffer.from(JSON.stringify(source)).toString('base64url')}`
  const headers = { ...sameOrigin(), cookie }
  const answered = await request.post(`/api/events/${id}/rsvp`, { headers, data: ruth })
  expect(answered.status(), await answered.text()).toBe(201)
  await registerGuest(request, id, boaz)
  const list = await openGuests(adminPage, title)
  await list.getByRole('combobox', { name: 'Source' }).selectOption('fair-26')
  await expect(list.locator('tbody tr')).toHaveCount(1)
  await expect(list.locator('tbody tr')).toContainText(ruth.name)
  await expectAccessible(adminPage)
  const [download] = await Promise.all([
    adminPage.waitForEvent('download'),
    list.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect([file.includes(ruth.email), file.includes(boaz.email)]).toEqual([true, false])
})

test('a guest is one line, however long the address is', full, async ({ adminPage }) => {
  const { id, title } = await createEvent(adminPage, { capacity: 3 })
  const email = `${'long.'.repeat(10)}${uniqueEmail()}`
  await registerGuest(adminPage.request, id, { ...newGuest(), email })
  for (const width of [820, 1280]) {
    await adminPage.setViewportSize({ width, height: 800 })
    const dialog = await openGuests(adminPage, title)
    expect((await dialog.getByRole('row').filter({ hasText: email }).boundingBox())?.height).toBeLessThanOrEqual(44)
    const scroll = dialog.getByRole('region', { name: 'Table of guests' })
    expect(await scroll.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  }
})

test('the guest list for the door: 40 guests on a phone in two screens', full, async ({ adminPage }) => {
  const { id, title } = await createEvent(adminPage, { capacity: 3 })
  await registerGuest(adminPage.request, id, newGuest())
  const guests = Array.from({ length: 40 }, (_, at) => ({
    ...{ id: at + 1, name: `Guest ${String(99 - at)}`, email: `guest${at}@example.org`, campaignEventId: id },
    ...{ status: at < 3 ? 'waiting' : 'confirmed', createdAt: '2025-08-01T16:00:00.000Z' },
  }))
  await answer(adminPage, { method: 'GET', path: `/api/admin/events/${id}/rsvps` }, guests)
  await adminPage.setViewportSize(phone)
  const dialog = await openGuests(adminPage, title)
  const rows = dialog.locator('tbody tr')
  await expect(rows).toHaveCount(40)
  await expect(rows.first()).toContainText('Guest 60')
  await expect(rows.nth(36)).toContainText('Guest 96')
  await expect(rows.last()).toContainText('Guest 99')
  const places = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON()))
  expect((places.at(-1)?.bottom ?? 0) - (places[0]?.top ?? 0)).toBeLessThanOrEqual(2 * phone.height)
  // With the title above them, and only what the dialog shows at a time.
  const { top, height, scrolled } = await dialog.evaluate((element) => ({
    top: element.getBoundingClientRect().top,
    height: element.clientHeight,
    scrolled: element.scrollTop,
  }))
  expect((places.at(-1)?.bottom ?? 0) - top + scrolled).toBeLessThanOrEqual(2 * height)
  await expectAccessible(adminPage, [phone])
})

test('a removed guest is notified, and the next in line moves up', main, async ({ adminPage }) => {
  const { id, title } = await createEvent(adminPage, { capacity: 1 })
  const [seated, waiting] = [newGuest(), newGuest()]
  for (const guest of [seated, waiting]) await registerGuest(adminPage.request, id, guest)
  const dialog = await openGuests(adminPage, title)
  await dialog.getByRole('button', { name: `Remove guest ${seated.name}` }).click()
  const question = adminPage.getByRole('alertdialog', { name: 'Are you sure you want to remove this guest?' })
  await question.getByRole('button', { name: 'Remove guest' }).click()
  await expectToast(adminPage, 'Guest removed', 'They’ll get an email, and so will the guest who gets their seat.')
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

test('a note to guests goes into the email about a change, and about the end of it', main, async ({ adminPage }) => {
  const { id, title } = await createEvent(adminPage, { capacity: 5, location: 'Town hall' })
  const guest = newGuest()
  await registerGuest(adminPage.request, id, guest)
  await openConsole(adminPage, 'campaign-events')
  const row = rowOf(adminPage, title)
  await row.getByRole('button', { name: `Edit event ${title}` }).click()
  const dialog = adminPage.getByRole('dialog', { name: 'Edit Event' })
  const note = dialog.getByLabel('Note to guests (optional)')
  await dialog.getByLabel('Description').fill('Bring a chair.')
  await expect(note).toBeHidden()
  await dialog.getByLabel('Location').fill('Library')
  await expect(dialog).toContainText('Added to the email about this change, which goes to 1 guest.')
  await note.fill('The town hall has a broken pipe.')
  await expectAccessible(adminPage)
  await dialog.getByRole('button', { name: 'Save Event' }).click()
  await expectToast(adminPage, 'Event updated successfully')
  expect(await mailTo(adminPage, guest.email, `Changed: ${title}`)).toContain('The town hall has a broken pipe.')

  await row.getByRole('button', { name: `Cancel event ${title}` }).click()
  const question = adminPage.getByRole('alertdialog', { name: 'Are you sure you want to cancel this event?' })
  await expect(question).toContainText('1 guest will get an email')
  await question.getByLabel('Note to guests (optional)').fill('We meet again in April.')
  await expect(question).toContainText('977 characters left.')
  await expectAccessible(adminPage)
  await question.getByRole('button', { name: 'Cancel event' }).click()
  await expectToast(adminPage, 'Event cancelled successfully')
  expect(await mailTo(adminPage, guest.email, `Cancelled: ${title}`)).toContain('We meet again in April.')

  await row.getByRole('button', { name: `History of the event ${title}` }).click()
  const history = adminPage.getByRole('dialog', { name: /^History of event/ })
  await expect(history.locator('.state')).toContainText('Note to guestsWe meet again in April.')
  // Only what differs from the moment before is marked.
  await expect(history.locator('[data-changed] dt')).toHaveText(['Status', 'Note to guests'])
  await history.getByRole('button', { name: /^Event edited/ }).click()
  await expect(history.locator('[data-changed] dt')).toHaveText(['Description', 'Location', 'Note to guests'])
  await history.getByRole('button', { name: /created/ }).click()
  await expect(history.locator('.state')).not.toContainText('Note to guests')
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
