import { linkFor } from './mail.ts'
import { sameOrigin, uniqueEmail } from './people.ts'
import { expect, expectAccessible, main, test } from './test.ts'

for (const javaScriptEnabled of [true, false])
  test.describe(`why a mail came, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('is told behind a link in it, with a button that ends such mail', main, async ({ page, request }) => {
      const email = uniqueEmail()
      const answer = await request.post('/api/email-signup', { headers: sameOrigin(), data: { email } })
      expect(answer.ok()).toBe(true)
      const link = await linkFor(request, email, 'why')
      await page.goto(link)
      const words = page.getByRole('main')
      await expect(words.getByRole('heading', { level: 1 })).toHaveText('Why did I get this?')
      await expect(words.getByRole('region', { name: 'The rule' })).toContainText('this email answers it.')
      await expect(words.getByRole('region', { name: 'When and how you agreed' })).toContainText(
        /You signed up for email updates on [A-Z][a-z]+ \d+, \d{4}\. You sent it on our website\./,
      )
      if (javaScriptEnabled) await expectAccessible(page)
      await words.getByRole('button', { name: 'Not any more' }).press('Enter')
      await expect(words.getByRole('status')).toContainText('You’re unsubscribed')
      await page.goto(link)
      await expect(words.getByRole('status')).toContainText('You’ve unsubscribed.')
      await expect(words.getByRole('button', { name: 'Not any more' })).toHaveCount(0)
    })

    test('a link that is not complete says what to do', main, async ({ page }) => {
      await page.goto('/why-this-email?token=nonsense')
      await expect(page.getByRole('main').getByRole('alert')).toContainText('we’ll send you your own link')
      await page.getByRole('link', { name: 'Get a new link by email' }).click()
      await expect(page).toHaveURL('/unsubscribe')
    })
  })
