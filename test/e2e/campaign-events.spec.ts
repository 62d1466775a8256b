import type { APIRequestContext, Page } from '@playwright/test'
import { register as createAccount, newPerson, proveAddress, sameOrigin } from './people.ts'
import { form } from './screen.ts'
import { createEvent, dayOf, mailTo } from './submissions.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const unique = () => Math.random().toString(36).slice(2, 8)

async function send(request: APIRequestContext, method: 'post' | 'put', url: string, data?: object) {
  const answer = await request[method](url, { headers: { 'sec-fetch-site': 'same-origin' }, ...(data && { data }) })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer
}

/** The form's script loads once the form is in view. */
async function scrollToForm(page: Page, label: string | RegExp) {
  await page.locator('form[aria-label]').last().scrollIntoViewIfNeeded()
  await expect(form(page, label)).toBeVisible()
}

async function register(page: Page, id: number, email: string, button = 'Register to Attend') {
  await page.goto(`/events/${id}`)
  await scrollToForm(page, new RegExp(button, 'i'))
  await page.getByLabel('Name').fill('Ruth Guest')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: button }).click()
}

test(
  'the calendar shows each event’s status, colors and time, and links to its page',
  main,
  async ({ page, adminPage }) => {
    test.slow()
    const upcoming = await createEvent(adminPage, { category: 'town hall', startTime: '18:30', location: 'Lafayette' })
    const ongoing = await createEvent(adminPage, { eventDate: dayOf(0), category: 'summit' })
    const completed = await createEvent(adminPage, { eventDate: dayOf(-9), category: 'rally' })
    const cancelled = await createEvent(adminPage, { category: 'forum' })
    await send(adminPage.request, 'post', `/api/admin/events/${cancelled.id}/cancel`)

    const card = ({ title }: { title: string }) => page.getByRole('listitem').filter({ hasText: title })
    // The list updates after the events do, so wait until it shows the last change.
    await expect(async () => {
      await page.goto('/events')
      await expect(page.locator('li', { hasText: cancelled.title }).locator('.badge').first()).toHaveText('Cancelled', {
        timeout: 300,
      })
    }).toPass()
    await page.goto('/events#all-events')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const [event, state, color, category] of [
      [upcoming, 'Upcoming', 'badge-good', 'badge-blue'],
      [ongoing, 'Ongoing', 'badge-blue', 'badge-bad'],
      [completed, 'Completed', '', 'badge-waiting'],
      [cancelled, 'Cancelled', 'badge-bad', 'badge-good'],
    ] as const) {
      const badges = card(event).locator('.badge')
      await expect(badges.first()).toHaveText(state)
      await expect(badges.first()).toHaveClass(color === '' ? 'badge' : `badge ${color}`)
      await expect(badges.last()).toHaveClass(new RegExp(category))
    }
    await expect(card(upcoming).getByRole('time')).toHaveText(/^[A-Z][a-z]+day, [A-Z][a-z]{2} \d{1,2}, \d{4}$/)
    await expect(card(upcoming)).toContainText(/6:30 PM E[DS]T/)
    await expect(card(ongoing)).toContainText('Time TBD')
    await expectAccessible(page)
    await card(upcoming).getByRole('link', { name: upcoming.title }).click()
    await expect(page).toHaveURL(new RegExp(`/events/${upcoming.id}$`))
    await expect(page.getByRole('heading', { level: 1, name: upcoming.title })).toBeVisible()
    // An event without a capacity takes no registrations.
    await expect(page.getByRole('button', { name: 'Register to Attend' })).toHaveCount(0)
  },
)

test(
  'shows the first nine events, and the rest under View All Events, without JavaScript',
  full,
  async ({ browser, baseURL, adminPage }) => {
    for (let n = 1; n <= 10; n++) await createEvent(adminPage, { eventDate: dayOf(300 + n) })
    const last = await createEvent(adminPage, { eventDate: dayOf(330) })
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    await expect(async () => {
      await page.goto('/events')
      await expect(page.getByText(last.title)).toHaveCount(1, { timeout: 500 })
    }).toPass()
    await expect(page.getByText(last.title)).toBeHidden()
    await page.getByRole('link', { name: 'View All Events' }).click()
    await expect(page.getByText(last.title)).toBeVisible()
    await expect(page.getByRole('link', { name: 'View All Events' })).toBeHidden()
    await context.close()
  },
)

test('an unknown event shows a not-found page', main, async ({ page }) => {
  const answer = await page.goto('/events/2147483647')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event Not Found')
  await expect(page.getByText("The event you're looking for doesn't exist.")).toBeVisible()
  await page.getByRole('link', { name: 'Back to Events' }).click()
  await expect(page).toHaveURL(/\/events$/)
})

test('an event page has structured data and a calendar file', main, async ({ page, adminPage }) => {
  const { id, title } = await createEvent(adminPage, { startTime: '18:30', endTime: '20:00', location: 'Kokomo' })
  await page.goto(`/events/${id}`)
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '')
  expect(data).toMatchObject({ '@type': 'Event', name: title, location: { name: 'Kokomo' } })
  // Local time, so that the date is that of the poster also late in the evening.
  expect(data.startDate).toMatch(new RegExp(`^${dayOf(12)}T18:30:00-0[45]:00$`))
  expect(data.endDate).toMatch(new RegExp(`^${dayOf(12)}T20:00:00-0[45]:00$`))
  const facts = page.getByRole('complementary', { name: 'When and where' })
  await expect(facts.getByRole('time')).toHaveAttribute('datetime', data.startDate)
  await expect(facts).toContainText(/6:30 PM – 8:00 PM E[DS]T/)
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    new RegExp(`/og/events/${id}\\.png$`),
  )
  const href = await page.getByRole('link', { name: 'Add to your calendar' }).getAttribute('href')
  const file = await page.request.get(href ?? '')
  expect(file.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  expect(await file.text()).toContain(`\r\nSUMMARY:${title}\r\n`)
  expect(await (await page.request.get('/events/calendar.ics')).text()).toContain(title)
})

test('an event without a time keeps the day free in calendars', full, async ({ page, adminPage }) => {
  const { id } = await createEvent(adminPage)
  await page.goto(`/events/${id}`)
  const facts = page.getByRole('complementary', { name: 'When and where' })
  await expect(facts.getByRole('time')).toHaveAttribute('datetime', dayOf(12))
  await expect(facts).toContainText('Time TBD')
  const file = await (await page.request.get(`/events/${id}/calendar.ics`)).text()
  expect(file).toContain('\r\nTRANSP:TRANSPARENT\r\n')
})

test(
  'a guest registers, gets an email with the calendar file and link, and cancels',
  main,
  async ({ page, adminPage }) => {
    test.slow()
    const { id, title } = await createEvent(adminPage, { capacity: 1, startTime: '18:30' })
    const [first, second] = [`${unique()}@example.org`, `${unique()}@example.org`]
    await page.goto(`/events/${id}`)
    await scrollToForm(page, 'Register to attend')
    await expect(page.getByText('1 seat left')).toBeVisible()
    await page.getByRole('button', { name: 'Register to Attend' }).click()
    await expect(page.getByText('Missing Information')).toBeVisible()
    await expect(page.getByLabel('Name')).toBeFocused()
    await expectAccessible(page)
    await page.getByLabel('Name').fill('Ruth Guest')
    await page.getByLabel('Email').fill(first)
    await page.getByRole('button', { name: 'Register to Attend' }).click()
    await expect(page.getByRole('complementary').getByRole('status')).toContainText('You’re registered')

    await page.getByRole('button', { name: 'Register another person' }).click()
    await expect(page.getByRole('button', { name: 'Join the Waiting List' })).toBeVisible()

    await register(page, id, second, 'Join the Waiting List')
    await expect(page.getByRole('complementary').getByRole('status')).toContainText('You’re on the waiting list')

    const letter = await mailTo(page, first, `You’re registered: ${title}`)
    expect(letter).toContain('BEGIN:VCALENDAR')
    const link = letter.match(/http\S+\/events\/cancel\?token=\S+/)?.[0] ?? ''
    await page.goto(link)
    await expect(page.getByRole('button', { name: 'Cancel my registration' })).toBeVisible()
    // The token is gone from the URL, so no bookmark or onlooker can keep it.
    await expect(page).toHaveURL('/events/cancel')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel my registration' }).click()
    await expect(
      page.getByText('Your seat is free for someone else. Thank you for letting us know.').first(),
    ).toBeVisible()
    await mailTo(page, second, `You have a seat: ${title}`)
  },
)

test('a cancel link without a token says what to do; an invalid one says so', full, async ({ page }) => {
  await page.goto('/events/cancel')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Open the full link in this browser.')
  await page.goto('/')
  await page.goto('/events/cancel?token=nonsense')
  await page.getByRole('button', { name: 'Cancel my registration' }).click()
  await expect(page.getByText('This link is no longer valid.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel my registration' })).toBeEnabled()
})

test(
  'an event that fills up mid-form offers the waiting list and keeps the input',
  main,
  async ({ page, adminPage }) => {
    const { id } = await createEvent(adminPage, { capacity: 1 })
    await page.goto(`/events/${id}`)
    await scrollToForm(page, 'Register to attend')
    await page.getByLabel('Name').fill('Ruth Guest')
    await page.getByLabel('Email').fill(`${unique()}@example.org`)
    const other = { name: 'Naomi', email: `${unique()}@example.org` }
    await send(adminPage.request, 'post', `/api/events/${id}/rsvp`, other)
    await page.getByRole('button', { name: 'Register to Attend' }).click()
    await expect(page.getByText('This event is full. You can join the waiting list.').first()).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('Ruth Guest')
    await page.getByRole('button', { name: 'Join the Waiting List' }).click()
    await expect(page.getByRole('complementary').getByRole('status')).toContainText('You’re on the waiting list')
  },
)

test('the form is prefilled with a signed-in user’s name and email', main, async ({ adminPage }) => {
  const { id } = await createEvent(adminPage, { capacity: 5 })
  await adminPage.goto(`/events/${id}`)
  await scrollToForm(adminPage, 'Register to attend')
  await expect(adminPage.getByLabel('Name')).toHaveValue('Ada Admin')
  await expect(adminPage.getByLabel('Email')).toHaveValue('admin@example.org')
})

test(
  'a signed-in guest sees their own registration when they come back',
  full,
  async ({ page, adminPage, request }) => {
    const { id } = await createEvent(adminPage, { capacity: 5 })
    const person = newPerson()
    await createAccount(page.request, person)
    await proveAddress(page.request, person)
    const { email, firstName: name } = person
    expect((await request.post(`/api/events/${id}/rsvp`, { headers: sameOrigin(), data: { name, email } })).ok()).toBe(
      true,
    )
    await page.goto(`/events/${id}`)
    await page.getByRole('complementary').scrollIntoViewIfNeeded()
    const place = page.getByRole('complementary').getByRole('status')
    await expect(place).toContainText('You’re registered')
    await expect(place).toContainText('You can change or cancel it under “What You Sent In” on your dashboard.')
    await expect(page.getByRole('button', { name: 'Register to Attend' })).toHaveCount(0)
    await expectAccessible(page)
  },
)

test('offline, the form says so and keeps the input', main, async ({ page, context, adminPage }) => {
  const { id } = await createEvent(adminPage, { capacity: 5 })
  await page.goto(`/events/${id}`)
  await scrollToForm(page, 'Register to attend')
  await page.getByLabel('Name').fill('Ruth Guest')
  await page.getByLabel('Email').fill(`${unique()}@example.org`)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Register to Attend' }).click()
  await expect(page.getByText('You are offline.')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Register to Attend' }).click()
  await expect(page.getByRole('complementary').getByRole('status')).toContainText('You’re registered')
})

test('an end before the start is asked about, and shown with its date', full, async ({ adminPage: page }) => {
  const title = `Barn dance ${unique()}`
  await page.goto('/admin?tab=campaign-events')
  await page.getByRole('button', { name: 'Create Event' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Date').fill('2031-02-10')
  await dialog.getByLabel('Start time').fill('20:30')
  await dialog.getByLabel('End time').fill('01:00')
  await dialog.getByRole('button', { name: 'Create Event' }).click()
  const question = page.getByRole('alertdialog', { name: 'Ends the next day?' })
  await expect(question).toContainText('would end on Tuesday, Feb 11, 2031 at 1:00 AM.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('End time')).toHaveValue('01:00')
  await dialog.getByRole('button', { name: 'Create Event' }).click()
  await question.getByRole('button', { name: 'Yes, the next day' }).click()
  await expect(page.getByText('Event created successfully')).toBeVisible()
  await expect.poll(async () => (await page.request.get('/events')).text()).toContain('8:30 PM – Feb 11, 1:00 AM EST')
})

test('an admin creates, edits, cancels and deletes an event', main, async ({ adminPage: page }) => {
  test.slow()
  const title = `Picnic ${unique()}`
  await page.goto('/admin?tab=campaign-events')
  await page.getByRole('button', { name: 'Create Event' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create Event' }).click()
  await expect(page.getByText('Please fill in required fields')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Description').fill('Bring a blanket.')
  await dialog.getByLabel('Date').fill(dayOf(20))
  await dialog.getByLabel('Start time').fill('12:30')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Event created successfully')).toBeVisible()
  await expect(dialog).toBeHidden()

  const row = page.getByRole('row').filter({ hasText: title })
  for (const text of ['Bring a blanket.', '12:30 PM', 'TBD', 'Active']) await expect(row).toContainText(text)
  await expectAccessible(page)

  await row.getByRole('button', { name: `Edit event ${title}` }).click()
  await expect(dialog.getByLabel('Description')).toHaveValue('Bring a blanket.')
  await dialog.getByLabel('Location').fill('City park')
  await dialog.getByLabel('Active').uncheck()
  await dialog.getByRole('button', { name: 'Save Event' }).click()
  await expect(page.getByText('Event updated successfully')).toBeVisible()
  for (const text of ['City park', 'Inactive']) await expect(row).toContainText(text)

  await row.getByRole('button', { name: `Cancel event ${title}` }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to cancel this event?')
  await page.getByRole('button', { name: 'Cancel event', exact: true }).click()
  await expect(page.getByText('Event cancelled successfully')).toBeVisible()
  await expect(row).toContainText('Cancelled')

  await row.getByRole('button', { name: `Delete event ${title}` }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to delete this event?')
  await page.getByRole('button', { name: 'Delete event', exact: true }).click()
  await expect(page.getByText('Event deleted successfully')).toBeVisible()
  await expect(row).toHaveCount(0)
})
