import { DomainError } from '../../domain/decider.ts'
import { userEmailStream, userEmails } from '../../domain/user-emails.ts'
import type { CommandContext } from '../../eventlog/command-context.ts'
import { holderOf } from './registration.ts'
import type { RegistrationTools } from './tools.ts'

export const addressTaken = () => new DomainError('conflict', 'This address belongs to another account already.')

/** Reserves a new address for an account; returns its subject. Throws DomainError 'conflict' when somebody has it. */
export async function reserveAddress(
  { accounts, handle, log, subjects }: Pick<RegistrationTools, 'accounts' | 'handle' | 'log' | 'subjects'>,
  userId: number,
  email: string,
  context: CommandContext,
): Promise<string> {
  const emailHash = subjects.emailHash(email)
  if (await accounts.byEmailHash(emailHash)) throw addressTaken()
  const subject = await subjects.forEmail(email)
  const reserve = { type: 'ReserveEmail', data: { userId, subject } } as const
  await handle(userEmails, userEmailStream(emailHash), reserve, context)
  if ((await holderOf(log, emailHash)) !== userId) throw addressTaken()
  return subject
}
