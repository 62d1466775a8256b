import { expect, it } from 'vitest'
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
