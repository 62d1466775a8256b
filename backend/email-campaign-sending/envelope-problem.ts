import { ourFaults } from '../mail/our-faults.ts'
import type { SmtpServer } from './smtp-lines.ts'
import { offerMail } from './smtp-offers.ts'
import type { Attempt } from './smtp-outcomes.ts'

type Envelope = { from: string; to: string }

/** `code`: such as '550 5.1.1'. */
const refusesPlus = (code: string): string =>
  `The mail server does not accept mail to BOUNCES_ADDRESS with a plus and a token (${code}), so nothing that is returned would arrive. Let it deliver such addresses to that mailbox, or set BOUNCES_PLUS_ADDRESSES=off.`

const refusesSender =
  'The mail server does not accept BOUNCES_ADDRESS with a plus and a token as our sender. Let the user of SMTP_URL send as such addresses (Postfix needs recipient_delimiter = +), or set BOUNCES_PLUS_ADDRESSES=off.'

/** Limits pass, and what is wrong with the recipient is not asked. */
const sentenceOf = (attempt: Attempt): string | null => ('sentence' in attempt ? attempt.sentence : null)

const aboutPlus = (sentence: string | null) => (sentence === ourFaults.sender ? refusesSender : sentence)

/**
 * Asks the mail server with the sender of campaign mail, and sends nothing. One sentence about what is wrong with us, or
 * with our return address; null: nothing, as far as it says. Never rejects. `isPlusAddress`: `from` is one.
 */
export async function envelopeProblem(
  server: SmtpServer,
  { from, to }: Envelope,
  { timeout, isPlusAddress }: { timeout: number; isPlusAddress: boolean },
): Promise<string | null> {
  const problem = sentenceOf(await offerMail(server, { from, to }, timeout))
  if (!isPlusAddress) return problem
  if (problem !== null) return aboutPlus(problem)
  const back = await offerMail(server, { from, to: from }, timeout)
  return back.kind === 'refused' ? refusesPlus(back.code) : aboutPlus(sentenceOf(back))
}
