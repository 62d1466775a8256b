import { type Fault, startMailSink } from '../support/mail/mail-sink.ts'
import { answer } from './network.ts'
import { withProduct } from './product.ts'
import { expect, expectAccessible, main, test } from './test.ts'

test('admins see the refused emails of the site, until there are none', main, async ({ browser }) => {
  const faults: { [to: string]: Fault } = { 'gone@example.org': 'refuse', 'full@example.org': 'full' }
  const sink = await startMailSink({ fault: (_mail, to) => faults[to] ?? null })
  await withProduct(
    async ({ url, admin }) => {
      const context = await browser.newContext({ baseURL: url, storageState: admin })
      const page = await context.newPage()
      const headers = { origin: url }
      const panel = page.getByRole('region', { name: 'Mail that wasn’t sent', exact: true })
      await page.goto('/email-campaigns')
      await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(7)
      await expect(panel).toHaveCount(0)
      for (const email of ['gone@example.org', 'full@example.org']) {
        const answer = await page.request.post('/api/email-signup', { headers, data: { email } })
        expect(answer.status()).toBe(201)
      }
      const unsent = async () => (await page.request.get('/api/admin/unsent-mails')).json()
      await expect.poll(unsent).toMatchObject({ givenUp: 1, waiting: 1 })
      await page.goto('/email-campaigns?tab=send')
      await expect(panel).toContainText('The site gave up on one email. The site will try one email again.')
      await expect(panel.getByRole('row').filter({ hasText: 'gone@example.org' })).toContainText(
        '550 5.1.1 after RCPT TO',
      )
      await expect(panel.getByRole('row').filter({ hasText: 'full@example.org' })).toContainText('Waiting')
      await expectAccessible(page)
      for (const email of ['gone@example.org', 'full@example.org'])
        await page.request.post('/api/admin/erasures', { headers, data: { email } })
      await expect.poll(unsent).toEqual({ givenUp: 0, waiting: 0, mails: [] })
      await page.reload()
      await expect(page.getByRole('tabpanel').getByRole('heading', { name: 'Send a campaign' })).toBeVisible()
      await expect(panel).toHaveCount(0)
      await context.close()
    },
    { SMTP_URL: sink.url, MAIL_FROM: 'hello@example.org' },
  )
  await sink.close()
})

test('admins see that messages of the bounce mailbox could not be read', main, async ({ adminPage }) => {
  const path = '/api/admin/bounce-mailbox'
  const panel = adminPage.getByRole('region', { name: 'Mailbox for bounces' })
  await adminPage.goto('/email-campaigns')
  await expect(adminPage.getByRole('tabpanel').getByRole('listitem')).toHaveCount(7)
  await expect(panel).toHaveCount(0)
  const latest = { at: '2026-08-01T12:00:00.000Z', reason: 'It could not be parsed.' }
  await answer(adminPage, { method: 'GET', path }, { problem: null, setAside: 1200, latest, unknownReports: [] })
  await adminPage.reload()
  await expect(panel).toContainText('1,200 messages of the last 90 days couldn’t be read')
  await expect(panel).toContainText('It could not be parsed. Every other message was read.')
  await expectAccessible(adminPage)
  const problem = 'The server of the mailbox for bounces (mail.example.org) does not answer on port 993.'
  await answer(adminPage, { method: 'GET', path }, { problem, setAside: 0, latest: null, unknownReports: [] })
  await adminPage.reload()
  await expect(panel.getByRole('alert')).toContainText(problem)
  await expectAccessible(adminPage)
  await answer(adminPage, { method: 'GET', path }, { message: 'Broken' }, 500)
  await adminPage.reload()
  await expect(adminPage.getByText('Error loading the state of the mailbox for bounces')).toBeVisible()
})
