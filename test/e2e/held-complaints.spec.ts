import { imapServer } from '../support/mail/imap-server.ts'
import { startMailSink } from '../support/mail/mail-sink.ts'
import { lines, report } from '../support/mail/returned-mails.ts'
import { uniqueEmail } from './people.ts'
import { withProduct } from './product.ts'
import { expectToast } from './screen.ts'
import { expect, expectAccessible, full, test } from './test.ts'

const complaint = (messageId: string, to: string) =>
  report(
    'message/feedback-report',
    'Feedback-Type: abuse',
    lines(`Message-ID: ${messageId}`, `To: ${to}`, 'Subject: Thank you', '', 'Hello.'),
  )

test('staff decide about spam complaints that nothing proves', full, async ({ browser }) => {
  const sink = await startMailSink()
  let closeMailbox = async () => {}
  const { url: mailboxUrl, deliver } = await imapServer([], {
    whenDone(close) {
      closeMailbox = close
    },
  })
  const [theirs, forged] = [uniqueEmail(), uniqueEmail()]
  const env = {
    SMTP_URL: sink.url,
    MAIL_FROM: 'hello@example.org',
    BOUNCES_IMAP_URL: mailboxUrl,
    BOUNCES_ADDRESS: 'bounces@campaign.example',
  }
  await withProduct(async ({ url, admin }) => {
    const context = await browser.newContext({ baseURL: url, storageState: admin })
    const page = await context.newPage()
    for (const email of [theirs, forged]) {
      const answer = await page.request.post('/api/email-signup', { headers: { origin: url }, data: { email } })
      expect(answer.status()).toBe(201)
      await expect.poll(() => sink.received.some(({ to }) => to === email)).toBe(true)
    }
    for (const { to, messageId } of sink.received) if (to === theirs || to === forged) deliver(complaint(messageId, to))
    // The mailbox is read once a minute.
    const held = async () => (await page.request.get('/api/admin/mail-consents/held-complaints')).json()
    await expect.poll(held, { timeout: 150_000 }).toHaveLength(2)
    await page.goto('/email-campaigns?tab=send')
    const panel = page.getByRole('region', { name: 'Spam complaints to decide' })
    await expect(panel.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page)
    await panel.getByRole('button', { name: `Stop mail to ${theirs}` }).click()
    await expectToast(page, 'Mail stopped', 'They get no more campaign mail.')
    await panel.getByRole('button', { name: `Dismiss the complaint of ${forged}` }).click()
    await expect(panel).toHaveCount(0)
    await context.close()
  }, env)
  await sink.close()
  await closeMailbox()
})
