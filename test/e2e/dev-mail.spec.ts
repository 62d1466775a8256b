import { accountExistsMail } from '../../backend/mail/account-templates.ts'
import { letterhead } from '../../contract/campaign.ts'
import { newPerson, register, sameOrigin } from './people.ts'
import { expect, expectAccessible, full, test } from './test.ts'

test('a stored message is listed and shown as its recipient would see it', full, async ({ page, request }) => {
  const owner = newPerson()
  await register(request, owner)
  await request.post('/api/auth/register', { headers: sameOrigin(), data: { ...newPerson(), email: owner.email } })

  const mail = page.getByRole('listitem').filter({ hasText: owner.email }).filter({ hasText: 'You already have' })
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(mail).toHaveCount(1, { timeout: 200 })
  }).toPass()
  await expectAccessible(page)
  await mail.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('You already have an account')
  const asSent = page.frameLocator('iframe[title="The message as HTML"]')
  await expect(asSent.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', /\/login$/)
  await page.getByRole('link', { name: 'All mail' }).click()
  await expect(page).toHaveURL('/dev/mail')
})

test('a message that is not stored is not found', full, async ({ page }) => {
  const answer = await page.goto('/dev/mail/no-such-message')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Mail not found' })).toBeVisible()
})

test('a message on a dark screen is dark to the edges of a wide window', full, async ({ page }) => {
  const { html = '' } = accountExistsMail({ ...letterhead, publicUrl: 'https://www.example.org' }, 'ruth@example.org')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.setContent(html)
  const backgrounds = await page.evaluate(() =>
    [5, 640, 1275].map((x) => {
      let element = document.elementFromPoint(x, 200)
      while (element && getComputedStyle(element).backgroundColor === 'rgba(0, 0, 0, 0)')
        element = element.parentElement
      return element ? getComputedStyle(element).backgroundColor : 'none'
    }),
  )
  for (const color of backgrounds) expect(color).toMatch(/^rgb\(\d{1,2}, \d{1,2}, \d{1,2}\)$/)
})
