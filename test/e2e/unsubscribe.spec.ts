import { linkFor } from './mail.ts'
import { mailToken } from './mail-token.ts'
import { sameOrigin, uniqueEmail } from './people.ts'
import type { Product } from './product.ts'
import { expect, expectAccessible, main, test } from './test.ts'

/** The link in the email to a person without an account. */
async function linkTo(product: Product): Promise<string> {
  return `/unsubscribe?token=${await mailToken(product, uniqueEmail())}`
}

test(
  'the page of an unsubscribe link stops all mail with one button, and starts it again',
  main,
  async ({ page, product }) => {
    test.slow()
    const link = await linkTo(product)
    await page.goto(link)
    await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
    await expectAccessible(page)
    // Opening it changed nothing.
    await page.reload()
    await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter')
    await expect(page.getByRole('main').getByText('You’re unsubscribed')).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await page.getByRole('button', { name: 'Subscribe again' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
  },
)

test('it keeps what people without an account choose, by keyboard alone', main, async ({ page, product }) => {
  const link = await linkTo(product)
  await page.goto(link)
  const events = page.getByRole('switch', { name: 'Event invitations' })
  await expect(page.getByRole('switch')).toHaveCount(4)
  await expect(events).toBeChecked()
  await events.press('Space')
  await page.getByRole('button', { name: 'Save Preferences' }).press('Enter')
  await expect(page.getByText('You’ll only get what you chose.')).toBeVisible()
  await page.reload()
  await expect(events).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Campaign news' })).toBeChecked()
})

test('it says that the link is incomplete', main, async ({ page }) => {
  await page.goto('/unsubscribe')
  await expect(page.getByRole('main').getByText('we’ll send you your own link')).toBeVisible()
  // Nothing went wrong.
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await page.goto('/unsubscribe?token=nonsense')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Please use the link in your latest email')
  await expectAccessible(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the same buttons work', main, async ({ page, product, request }) => {
    const link = await linkTo(product)
    const token = link.slice(link.indexOf('=') + 1)
    const state = async () =>
      (await request.post('/api/mail-consents/read', { data: { token }, headers: { origin: product.url } })).json()
    const button = (name: string) => page.locator('button').filter({ hasText: name })
    const message = (words: string) => page.getByRole('status').filter({ hasText: words })

    await page.goto(link)
    await expect(message('You’re unsubscribed')).toHaveCount(0)
    expect((await state()).status).toBe('subscribed')
    await button('Unsubscribe').click()
    await expect(message('You’re unsubscribed')).toBeVisible()
    expect((await state()).status).toBe('unsubscribed')
    await button('Subscribe again').click()
    await expect(message('You’re subscribed')).toBeVisible()
    await page.locator('label').filter({ hasText: 'Event invitations' }).locator('input').check()
    await button('Save Preferences').click()
    await expect(message('Preferences saved')).toBeVisible()
    expect(await state()).toEqual({
      status: 'subscribed',
      choices: { campaignNews: false, volunteerOpportunities: false, eventInvitations: true, emailUpdates: false },
    })

    await page.goto('/unsubscribe?token=nonsense')
    await button('Unsubscribe').click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('we’ll send you your own link')
  })
})

for (const javaScriptEnabled of [true, false])
  test.describe(`the page that asks the recipient to confirm an address, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('confirms it with one button, and says when the link is incomplete', main, async ({ page, product }) => {
      const link = `/confirm-subscription?token=${await mailToken(product, uniqueEmail(), 'confirm')}`
      const button = page.getByRole('button', { name: 'Confirm my address' })
      await page.goto(link)
      if (javaScriptEnabled) await expectAccessible(page)
      await button.press('Enter')
      await expect(page).toHaveURL(link.replace('?', '/confirmed?'))
      await expect(page.getByRole('main').getByRole('status')).toHaveText(
        'You’re on the list Thank you. You’ll hear from us.',
      )
      await expect(button).toBeHidden()
      if (javaScriptEnabled) await expectAccessible(page)
      await page.goto('/confirm-subscription?token=nonsense')
      await button.click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText('Open the full link in this browser.')
    })
  })

test('the page that confirms an address says what its button is for', main, async ({ page }) => {
  await page.goto('/confirm-subscription')
  await expect(page.getByText('Press the button if this email was for you. You can unsubscribe anytime.')).toBeVisible()
  await expectAccessible(page)
})

for (const javaScriptEnabled of [true, false])
  test.describe(`the page for people who sign up again, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('starts our mail again with one button, once', main, async ({ page, product, request }) => {
      const email = uniqueEmail()
      const join = async () =>
        expect((await request.post('/api/email-signup', { headers: sameOrigin(), data: { email } })).status()).toBe(201)
      const stop = async () => {
        const token = await mailToken(product, email)
        const data = { token }
        const answer = await request.post('/api/mail-consents/unsubscribe', { headers: sameOrigin(), data })
        expect(answer.status()).toBe(200)
      }
      await join()
      await stop()
      await join()
      const link = new URL(await linkFor(request, email))
      expect(link.pathname).toBe('/subscribe-again')
      const button = page.getByRole('button', { name: 'Yes, write to me again' })
      await page.goto(link.href)
      if (javaScriptEnabled) await expectAccessible(page)
      await button.press('Enter')
      await expect(page).toHaveURL(link.href.replace('?', '/subscribed?'))
      await expect(page.getByRole('main').getByRole('status')).toContainText('Welcome back.')
      await expect(button).toBeHidden()

      await stop()
      await page.goto(link.href)
      await button.click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText('This link was used before')
      await expect(page.getByRole('link', { name: 'Sign up on our home page' })).toHaveAttribute('href', '/')
      await expect(button).toBeHidden()
      if (javaScriptEnabled) await expectAccessible(page)
      await page.goto('/subscribe-again?token=nonsense')
      await button.click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText('Open the full link in this browser.')
    })
  })
