import { expect, it } from 'vitest'
import { imapServer } from '../../test/support/mail/imap-server.ts'
import { takeArrived } from '../returned-mail/mail-arrival.ts'
import { plusAddressResult } from './plus-address-test.ts'
import { sendTestMail } from './test-mail.ts'

async function told(
  send: () => Promise<void>,
  problemOf: ((error: unknown) => string) | null,
  mailboxProblem?: () => Promise<string | null>,
) {
  const lines: string[] = []
  const code = await sendTestMail(
    'ada@example.org',
    { send, problemOf, ...(mailboxProblem && { mailboxProblem }) },
    (line) => lines.push(line),
  )
  return [code, lines.join('\n')]
}

const accept = async () => {}
const refuse = () => Promise.reject(new Error('535'))

it('a test email reports its outcome in one sentence and by the exit code', async () => {
  expect(await told(accept, () => '')).toEqual([
    0,
    'The mail server accepted a test mail to ada@example.org. Now look whether it arrived, and not in the spam folder.',
  ])
  expect(await told(accept, null)).toEqual([0, 'No mail server is set up (SMTP_URL); the mail is in the outbox.'])
  expect(await told(refuse, () => 'The mail server rejects the password.')).toEqual([
    1,
    'The mail server rejects the password.',
  ])
})

it('it also says whether the mailbox for bounces can be read', async () => {
  const broken = 'The server of the mailbox for bounces (mail.example) does not answer on port 993.'
  expect(await told(accept, null, async () => broken)).toEqual([
    1,
    `No mail server is set up (SMTP_URL); the mail is in the outbox.\n${broken}`,
  ])
  expect(
    await told(
      refuse,
      () => 'Refused.',
      async () => null,
    ),
  ).toEqual([1, 'Refused.\nThe mailbox for bounces can be read, and its messages can be marked and deleted.'])
})

/** A mail server that delivers what it accepts, or loses it. */
async function plusAddress({ problem = null as string | null, delivers = true } = {}) {
  const mailbox = await imapServer([])
  mailbox.deliver('Subject: A letter\r\n\r\nStays.')
  return {
    mailbox: mailbox.mailbox,
    plusAddress: {
      problem: async () => problem,
      async send() {
        if (delivers) mailbox.deliver('Message-ID: <one@x.example>\r\nSubject: Test\r\n\r\n')
        return '<one@x.example>'
      },
      arrived: (messageId: string) => takeArrived(mailbox.url, messageId),
    },
  }
}

it('it sends a mail to a return address with a plus, and says whether it came back', async () => {
  const works = await plusAddress()
  expect(await plusAddressResult(works.plusAddress, 0)).toEqual({
    works: true,
    says: expect.stringMatching('came back'),
  })
  expect(works.mailbox.map(({ source }) => source)).toEqual(['Subject: A letter\r\n\r\nStays.'])

  const lost = await plusAddress({ delivers: false })
  expect(await plusAddressResult(lost.plusAddress, 0)).toEqual({
    works: false,
    says: expect.stringMatching(/is not in the mailbox for bounces.*BOUNCES_PLUS_ADDRESSES=off/),
  })
  const refused = await plusAddress({ problem: 'It is refused.' })
  expect(await plusAddressResult(refused.plusAddress, 0)).toEqual({ works: false, says: 'It is refused.' })
})

it('what is wrong with the return address with a plus is the result of the test', async () => {
  for (const [problem, code] of [
    [null, 0],
    ['It is refused.', 1],
  ] as const) {
    const lines: string[] = []
    const server = { send: accept, problemOf: () => '', mailboxProblem: async () => null }
    const { plusAddress: test } = await plusAddress({ problem })
    expect(await sendTestMail('ada@example.org', { ...server, plusAddress: test }, (line) => lines.push(line))).toBe(
      code,
    )
    expect(lines.at(-1)).toMatch(problem ?? 'came back')
  }
})
