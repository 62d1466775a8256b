import { serveBuilt } from './built-page.ts'
import { answer, hold, requestsFor } from './network.ts'
import { unique, uniqueEmail } from './people.ts'
import { expectErrorToast, expectFieldError, expectFormError, expectToast, fill, form, tabTo } from './screen.ts'
import { allPrayers, approve, submitPrayer } from './submissions.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const list = { method: 'GET', path: '/api/prayers' } as const
const submission = { method: 'POST', path: '/api/prayers' } as const

test.describe('the form', () => {
  test('a prayer is confirmed, clears the form and awaits review', main, async ({ page, adminPage }) => {
    await page.goto('/prayers')
    const prayer = unique('For rain')
    const email = uniqueEmail()
    const share = form(page, 'Share your prayer')
    await fill(share, { Name: '  Ruth ', Email: ` ${email} `, Location: ' Lafayette ', Prayer: `  ${prayer} ` })
    await share.getByRole('button', { name: 'Submit Prayer' }).click()

    await expectToast(
      page,
      'Prayer Submitted',
      'Thank you for your prayer. It will be reviewed before being displayed.',
    )
    for (const label of ['Name', 'Email', 'Location', 'Prayer']) await expect(share.getByLabel(label)).toHaveValue('')
    await expect(page.getByText(prayer)).toHaveCount(0)
    const [kept] = (await allPrayers(adminPage)).filter((one) => one.prayer === prayer)
    expect(kept).toMatchObject({ firstName: 'Ruth', email, location: 'Lafayette', isApproved: false })
  })

  test('email and location may be left blank', full, async ({ page, adminPage }) => {
    await page.goto('/prayers')
    const prayer = unique('For peace')
    const share = form(page, 'Share your prayer')
    await fill(share, { Name: 'Ruth', Location: '   ', Prayer: prayer })
    await share.getByRole('button', { name: 'Submit Prayer' }).click()

    await expectToast(
      page,
      'Prayer Submitted',
      'Thank you for your prayer. It will be reviewed before being displayed.',
    )
    const [kept] = (await allPrayers(adminPage)).filter((one) => one.prayer === prayer)
    expect(kept).toMatchObject({ email: null, location: null })
  })

  test('while sending, the button says so and is disabled', full, async ({ page }) => {
    const release = await hold(page, submission)
    await page.goto('/prayers')
    const share = form(page, 'Share your prayer')
    await fill(share, { Name: 'Ruth', Prayer: unique('For patience') })
    await share.getByRole('button', { name: 'Submit Prayer' }).click()

    await expect(share.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
    release()
    await expect(share.getByRole('button', { name: 'Submit Prayer' })).toBeEnabled()
  })

  test('name and prayer cannot be blank', full, async ({ page }) => {
    const sent = requestsFor(page, submission)
    await page.goto('/prayers')
    const share = form(page, 'Share your prayer')
    await fill(share, { Name: '   ', Prayer: '   ' })
    await share.getByRole('button', { name: 'Submit Prayer' }).click()

    await expectFormError(page, 'Missing Information', 'Please provide your name and prayer.')
    await expectFieldError(share.getByLabel('Name'), 'This field is required.')
    await expectFieldError(share.getByLabel('Prayer'), 'This field is required.')
    await expect(share.getByLabel('Name')).toBeFocused()
    await expectAccessible(page)
    expect(sent).toEqual([])
  })

  test('an invalid address shows an error', full, async ({ page }) => {
    await page.goto('/prayers')
    const share = form(page, 'Share your prayer')
    await fill(share, { Name: 'Ruth', Email: 'ruth at home', Prayer: 'For rain' })
    await share.getByRole('button', { name: 'Submit Prayer' }).click()

    await expectFormError(page, 'Invalid Data', 'Please check your input and try again.')
    await expectFieldError(share.getByLabel('Email'), 'Enter a valid email address.')
    await expect(share.getByLabel('Email')).toBeFocused()
  })

  test('a prayer over the length limit shows an error and is kept', full, async ({ page }) => {
    await page.goto('/prayers')
    const share = form(page, 'Share your prayer')
    const prayer = 'Amen. '.repeat(1000).trim()
    await fill(share, { Name: 'Ruth', Prayer: prayer })
    await share.getByRole('button', { name: 'Submit Prayer' }).click()

    await expectFormError(page, 'Invalid Data', 'Please check your input and try again.')
    await expectFieldError(share.getByLabel('Prayer'), 'Use at most 5000 characters.')
    await expect(share.getByLabel('Prayer')).toHaveValue(prayer)
  })

  test('when the server fails, the text stays and can be sent again', main, async ({ page }) => {
    await answer(page, submission, { message: 'The database is out of order for a moment.' }, 503)
    await page.goto('/prayers')
    const share = form(page, 'Share your prayer')
    await fill(share, { Name: 'Ruth', Prayer: 'For rain' })
    await share.getByRole('button', { name: 'Submit Prayer' }).click()

    await expectErrorToast(page, 'Error', 'Failed to submit prayer. Please try again.')
    await expect(share.getByRole('alert')).toHaveText('The database is out of order for a moment.')
    await expect(share.getByLabel('Prayer')).toHaveValue('For rain')
    await expect(share.getByRole('button', { name: 'Submit Prayer' })).toBeEnabled()
  })

  test('works by keyboard alone', main, async ({ page }) => {
    await page.goto('/prayers')
    const share = form(page, 'Share your prayer')
    await expect(share).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await tabTo(page, share.getByLabel('Name'))
    await page.keyboard.type('Ruth')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type(unique('For strength'))
    await page.keyboard.press('Tab')
    await expect(share.getByRole('button', { name: 'Submit Prayer' })).toBeFocused()
    await page.keyboard.press('Enter')

    await expectToast(
      page,
      'Prayer Submitted',
      'Thank you for your prayer. It will be reviewed before being displayed.',
    )
  })
})

test(
  'the list is in the page from the start: it moves nothing and asks for nothing',
  main,
  async ({ page, adminPage, request }) => {
    const { id, prayer } = await submitPrayer(request)
    await approve(adminPage, 'prayers', id)
    await expect.poll(async () => (await request.get('/prayers')).text(), { intervals: [50] }).toContain(prayer)
    const read = requestsFor(page, list)
    await page.goto('/prayers')
    const island = page.locator('astro-island', { hasText: prayer })
    await expect(island.getByRole('listitem').first()).toContainText(prayer)
    await island.scrollIntoViewIfNeeded()
    await expect(island).not.toHaveAttribute('ssr')
    await expect(island.getByRole('listitem').first()).toContainText(prayer)
    expect(read).toEqual([])
  },
)

test.describe('the list', () => {
  const shown = {
    id: 1,
    prayer: 'For the harvest,\nand for those who bring it in.',
    name: 'Ruth',
    location: 'Lafayette',
    createdAt: '2025-08-02T02:30:00.000Z',
  }

  test('shows the text, name, place and the date in Indiana', main, async ({ page }) => {
    await serveBuilt(page, '/prayers')
    await answer(page, list, [shown, { ...shown, id: 2, name: 'Esther', location: null }])
    await page.goto('/prayers')

    const items = page.getByRole('region', { name: 'Community Prayers' }).getByRole('listitem')
    await expect(items).toHaveCount(2)
    await expect(items.first()).toContainText('For the harvest,')
    await expect(items.first()).toContainText('Ruth')
    await expect(items.first()).toContainText('Lafayette')
    await expect(items.first()).toContainText('August 1, 2025')
    await expect(items.last()).not.toContainText('Lafayette')
    await expectAccessible(page)
  })

  test('shows three placeholders while it loads', full, async ({ page }) => {
    await serveBuilt(page, '/prayers')
    await answer(page, list, [shown])
    const release = await hold(page, list)
    await page.goto('/prayers')

    const loading = page.getByRole('status', { name: 'Loading prayers' })
    await expect(loading.locator('[data-skeleton]')).toHaveCount(3)
    await expectAccessible(page)
    release()
    await expect(page.getByText('For the harvest,')).toBeVisible()
    await expect(loading).toHaveCount(0)
  })

  test('invites the first prayer when there are none', main, async ({ page }) => {
    await serveBuilt(page, '/prayers')
    await answer(page, list, [])
    await page.goto('/prayers')
    await expect(
      page.getByText('No prayers have been shared yet. Be the first to share your prayer with our community.'),
    ).toBeVisible()
  })

  test('reloads after a prayer is shared', full, async ({ page }) => {
    const read = requestsFor(page, list)
    await page.goto('/prayers')
    const share = form(page, 'Share your prayer')
    await fill(share, { Name: 'Ruth', Prayer: unique('For the school') })
    expect(read).toEqual([])
    await share.getByRole('button', { name: 'Submit Prayer' }).click()
    // Twice if the list starts after the form was sent.
    await expect.poll(() => read.length).toBeGreaterThan(0)
  })

  test('shows an error when it fails to load, and can retry', full, async ({ page }) => {
    await serveBuilt(page, '/prayers')
    await answer(page, list, { message: 'Out of order.' }, 500)
    await page.goto('/prayers')
    await expect(page.getByText('This list could not be loaded.')).toBeVisible()
    await answer(page, list, [shown])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('For the harvest,')).toBeVisible()
  })

  test('loads by itself once back online', full, async ({ page, context }) => {
    await serveBuilt(page, '/prayers')
    const release = await hold(page, list)
    const isAsked = page.waitForRequest((request) => new URL(request.url()).pathname === list.path)
    await page.goto('/prayers')
    await isAsked
    await context.setOffline(true)
    release()
    await expect(page.getByText('You are offline. This list will load once you are back online.')).toBeVisible()
    await answer(page, list, [shown])
    await context.setOffline(false)
    await expect(page.getByText('For the harvest,')).toBeVisible()
  })

  test('shows markup in a prayer as plain text', full, async ({ page, adminPage, request }) => {
    const prayer = `<img src=x onerror="document.title='taken over'"> ${unique('<b>bold</b>')}`
    const { id } = await submitPrayer(request, { prayer })
    await approve(adminPage, 'prayers', id)
    // The page is rendered again soon after the approval.
    await expect(async () => {
      await page.goto('/prayers')
      await expect(page.getByText(prayer)).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(page).toHaveTitle(/^Prayers/)
  })
})

test('the page links to volunteering', main, async ({ page }) => {
  await page.goto('/prayers')
  await expect(page.getByRole('heading', { name: 'Share Your Prayer' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Volunteer with us' })).toHaveAttribute('href', '/volunteer')
})
