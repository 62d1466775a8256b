import { type PlusAddressTest, plusAddressResult } from './plus-address-test.ts'

export type MailServer = {
  /** Sends a test mail; rejects when that fails. */
  send(to: string): Promise<void>
  /** One sentence about a failure; null: email goes to a folder. */
  problemOf: ((error: unknown) => string) | null
  /** One sentence about why the mailbox for bounces cannot be read, or null; left out: there is none. */
  mailboxProblem?: () => Promise<string | null>
  /** Left out: all mail has one return address. */
  plusAddress?: PlusAddressTest
}

/** `npm run admin -- test-mail you@example.org`: returns the exit code. */
export async function sendTestMail(
  to: string,
  { send, problemOf, mailboxProblem, plusAddress }: MailServer,
  print: (line: string) => void,
): Promise<0 | 1> {
  const code = await sendOne(to, { send, problemOf }, print)
  if (mailboxProblem === undefined) return code
  const problem = await mailboxProblem()
  print(problem ?? 'The mailbox for bounces can be read, and its messages can be marked and deleted.')
  if (problem !== null) return 1
  if (plusAddress === undefined || code !== 0) return code
  const { works, says } = await plusAddressResult(plusAddress)
  print(says)
  return works ? 0 : 1
}

async function sendOne(to: string, { send, problemOf }: MailServer, print: (line: string) => void): Promise<0 | 1> {
  try {
    await send(to)
  } catch (error) {
    if (problemOf === null) throw error
    print(problemOf(error))
    return 1
  }
  print(
    problemOf === null
      ? 'No mail server is set up (SMTP_URL); the mail is in the outbox.'
      : `The mail server accepted a test mail to ${to}. Now look whether it arrived, and not in the spam folder.`,
  )
  return 0
}
