import type { FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { campaign } from '../../contract/campaign.ts'
import type { Entered } from '../../contract/hand-entry.ts'
import type { CommandContext } from '../kernel/eventlog/command-context.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'
import type { SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import { commandContext } from '../kernel/http/command-context.ts'
import { invalidInput } from '../kernel/http/schemas.ts'
import { suppressionOf } from '../read-model/mail-consents.ts'

/** Swedish dates are ISO 8601. */
const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone: campaign.timeZone })

/** Throws 400 for a day that is still to come, and DomainError 'conflict' for a person whose data was erased. */
export async function requireEntry(
  subjects: Pick<SubjectKeys, 'erasedAmong'>,
  { email, entryDay }: { email: string | null; entryDay: string },
): Promise<void> {
  if (entryDay > dayOf.format(new Date()))
    throw invalidInput([{ path: 'entryDay', message: 'This day is still to come. Use today or an earlier day.' }])
  if (email !== null && (await subjects.erasedAmong([email])).size > 0)
    throw new DomainError(
      'conflict',
      'The data of this person was erased, so staff do not bring them back. They can sign up on the website.',
    )
}

/**
 * The context of a creation that is the same for everyone who enters the same thing: when two admins enter it at once, the
 * log finds that the second one repeats the first. The hash is keyed, because it stays in the log.
 */
export function entryContext(
  subjects: Pick<SubjectKeys, 'emailHash'>,
  request: FastifyRequest,
  said: readonly unknown[],
): CommandContext {
  const { fingerprint: _, ...context } = commandContext(request)
  return { ...context, commandId: subjects.emailHash(Buffer.from(JSON.stringify(said)).toString('hex')) }
}

/** For numbers in a log that recognizes a repeated creation only in the same stream. */
export const entryKey = ({ commandId }: CommandContext) => ({ key: commandId, commandId, fingerprint: '' })

/** The answer about an entry by hand. */
export async function enteredAs(
  knex: Knex,
  subject: string,
  { id, isNew }: { id: number | null; isNew: boolean },
): Promise<Entered> {
  const suppression = await suppressionOf(knex, subject)
  return {
    id,
    outcome: isNew ? 'added' : 'known',
    mailSuppression: suppression && { reason: suppression.reason, at: new Date(suppression.at).toISOString() },
  }
}
