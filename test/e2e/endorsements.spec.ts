import type { Page } from '@playwright/test'
import { withinASecond } from '../support/run/timeouts.ts'
import { serveBuilt } from './built-page.ts'
import { answer, hold, requestsFor } from './network.ts'
import { unique, uniqueEmail } from './people.ts'
import { expectErrorToast, expectFieldError, expectFormError, expectToast, fill, form } from './screen.ts'
import { allEndorsements, approve, openList, submitEndorsement } from './submissions.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const list = { method: 'GET', path: '/api/endorsements' } as const
const submission = { method: 'POST', path: '/api/endorsements' } as const

test.describe('the form', () => {
  test('an endorsement is confirmed, clears the form and awaits review', main, async ({ page, adminPage }) => {
    await page.goto('/endorsements')
    const name = unique('Neighbor')
    const email = uniqueEmail()
    const endorse = form(page, 'Submit your endorsement')
    await fill(endorse, { Name: ` ${name} `, Email: email, Title: 'Farmer', Endorsement: ' Keeps a promise. ' })
    await endorse.getByRole('button', { name: 'Submit Endorsement' }).click()

    await expectToast(
      page,
      'Endorsement Submitted',
      'Thank you for your endorsement! It will be reviewed before being displayed.',
    )
    await expect(endorse.getByLabel('Name')).toHaveValue('')
    await expect(endorse.getByLabel('Endorsement')).toHaveValue('')
    const [kept] = (await allEndorsements(adminPage)).filter((one) => one.name === name)
    expect(kept).toMatchObject({ email, title: 'Farmer', endorsementText: 'Keeps a promise.', isApproved: false })
  })

  test('title and text may be left blank', full, async ({ page, adminPage }) => {
    await page.goto('/endorsements')
    const name = unique('Neighbor')
    const endorse = form(page, 'Submit your endorsement')
    await fill(endorse, { Name: name, Email: uniqueEmail() })
    await endorse.getByRole('button', { name: 'Submit Endorsement' }).click()

    await expectToast(
      page,
      'Endorsement Submitted',
      'Thank you for your endorsement! It will be reviewed before being displayed.',
    )
    const [kept] = (await allEndorsements(adminPage)).filter((one) => one.name === name)
    expect(kept).toMatchObject({ title: '', endorsementText: '' })
  })

  test('while sending, the button says so and is disabled', full, async ({ page }) => {
    const release = await hold(page, submission)
    await page.goto('/endorsements')
    const endorse = form(page, 'Submit your endorsement')
    await fill(endorse, { Name: unique('Neighbor'), Email: uniqueEmail() })
    await endorse.getByRole('button', { name: 'Submit Endorsement' }).click()

    await expect(endorse.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
    release()
    await expect(endorse.getByRole('button', { name: 'Submit Endorsement' })).toBeEnabled()
  })

  test('name and email cannot be blank', full, async ({ page }) => {
    const sent = requestsFor(page, submission)
    await page.goto('/endorsements')
    const endorse = form(page, 'Submit your endorsement')
    await fill(endorse, { Name: '  ' })
    await endorse.getByRole('button', { name: 'Submit Endorsement' }).click()

    await expectFormError(page, 'Missing Information', 'Please provide your name and e-mail address.')
    await expectFieldError(endorse.getByLabel('Name'), 'This field is required.')
    await expectFieldError(endorse.getByLabel('Email'), 'This field is required.')
    await expect(endorse.getByLabel('Name')).toBeFocused()
    await expectAccessible(page)
    expect(sent).toEqual([])
  })

  test('an invalid address shows an error', full, async ({ page }) => {
    await page.goto('/endorsements')
    const endorse = form(page, 'Submit your endorsement')
    await fill(endorse, { Name: 'Ruth', Email: 'ruth at home' })
    await endorse.getByRole('button', { name: 'Submit Endorsement' }).click()

    await expectFormError(page, 'Error', 'Failed to submit endorsement. Please try again.')
    await expectFieldError(endorse.getByLabel('Email'), 'Enter a valid email address.')
  })

  test('when the server fails, the text stays and can be sent again', main, async ({ page }) => {
    await answer(page, submission, { message: 'The database is out of order for a moment.' }, 503)
    await page.goto('/endorsements')
    const endorse = form(page, 'Submit your endorsement')
    await fill(endorse, { Name: 'Ruth', Email: 'ruth@example.org', Endorsement: 'Keeps a promise.' })
    await endorse.getByRole('button', { name: 'Submit Endorsement' }).click()

    await expectErrorToast(page, 'Error', 'Failed to submit endorsement. Please try again.')
    await expect(endorse.getByLabel('Endorsement')).toHaveValue('Keeps a promise.')
    await expect(endorse.getByRole('button', { name: 'Submit Endorsement' })).toBeEnabled()
  })
})

const openGrid = (page: Page) => openList(page, 'endorsements')

test.describe('the grid', () => {
  const complete = {
    id: 1,
    name: 'Ruth',
    title: 'Farmer',
    endorsementText: 'Keeps a promise.',
    createdAt: '2025-08-01T16:00:00.000Z',
  }
  const bare = { id: 2, name: 'Esther', title: '', endorsementText: '', createdAt: null }

  test('shows each name, title, quote and date', main, async ({ page }) => {
    await serveBuilt(page, '/endorsements')
    await answer(page, list, [complete, bare])
    await openGrid(page)
    const cards = page.getByRole('region', { name: 'Community Endorsements' }).getByRole('listitem')
    await expect(cards).toHaveCount(2)
    for (const text of ['Ruth', 'Farmer', '“Keeps a promise.”', 'Aug 1, 2025'])
      await expect(cards.first().getByText(text, { exact: true })).toBeVisible()
    await expect(cards.last().getByText('Unknown date')).toBeVisible()
    await expect(cards.last().getByRole('blockquote')).toHaveCount(0)
    await expectAccessible(page)
  })

  test('shows a loading message', full, async ({ page }) => {
    await serveBuilt(page, '/endorsements')
    await answer(page, list, [complete])
    const release = await hold(page, list)
    await openGrid(page)
    await expect(page.getByText('Loading endorsements...')).toBeVisible()
    release()
    await expect(page.getByRole('heading', { name: 'Community Endorsements' })).toBeVisible()
    await expect(page.getByText('Loading endorsements...')).toHaveCount(0)
  })

  test('is hidden when there are no endorsements', main, async ({ page }) => {
    await serveBuilt(page, '/endorsements')
    await answer(page, list, [])
    await openGrid(page)
    await expect(page.getByText('Loading endorsements...')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Community Endorsements' })).toHaveCount(0)
  })

  test('shows an error when it fails to load, and can retry', full, async ({ page }) => {
    await serveBuilt(page, '/endorsements')
    await answer(page, list, { message: 'Out of order.' }, 500)
    await openGrid(page)
    await expect(page.getByText('This list could not be loaded.')).toBeVisible()
    await answer(page, list, [complete])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('“Keeps a promise.”')).toBeVisible()
  })

  test(
    'shows an endorsement once approved, but never the email address',
    main,
    async ({ page, adminPage, request }) => {
      const { id, name, email } = await submitEndorsement(request)
      await openGrid(page)
      await expect(page.getByText(name)).toHaveCount(0)
      await approve(adminPage, 'endorsements', id)
      await withinASecond(async () => expect(await (await request.get('/endorsements')).text()).toContain(name))
      const read = requestsFor(page, list)
      await openGrid(page)
      await expect(page.getByText(name)).toBeVisible()
      expect(read).toEqual([])
      expect(await page.content()).not.toContain(email)
      expect(await (await request.get('/endorsements')).text()).not.toContain(email)
    },
  )
})

test('the page says why endorsements matter and shows a quote', main, async ({ page }) => {
  await openGrid(page)
  await expect(page.getByRole('heading', { name: 'Submit Your Endorsement' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Why Your Endorsement Matters' })).toBeVisible()
  await expect(page.getByRole('figure').getByRole('blockquote')).toBeVisible()
})
