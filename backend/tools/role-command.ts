import { parseArgs } from 'node:util'
import type { Knex } from 'knex'
import { z } from 'zod'
import { day } from '../../contract/fields.ts'
import { endOfRole } from '../../contract/staff-roles.ts'
import { type GivenRole, isGivenRole, type StaffSet } from '../../records/staff-sets.ts'
import { decideAboutUser } from '../commands/auth/rights.ts'
import { commandLineContext } from '../kernel/eventlog/command-context.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'
import { campaignEventRow } from '../read-model/campaign-events.ts'
import type { ContainmentTools } from './containment.ts'

/** The role that `grant <email> <role>` or `revoke <email> <role>` names: one of the campaign’s own by its name or key. */
type RoleAsked = { role: string; eventId: number | null; lastDay: string | null }

const option = { type: 'string', multiple: true } as const
const options = { event: option, until: option }
/** Each option once. */
const values = z.object({
  event: z.tuple([z.coerce.number().int().min(1)]).optional(),
  until: z.tuple([day]).optional(),
})

function valuesOf(words: readonly string[]): unknown {
  try {
    return parseArgs({ args: [...words], options }).values
  } catch {
    return null
  }
}

/** The words after the address; null: they are not what the command takes. Admins are made without naming a role. */
export function roleAsked([role, ...words]: readonly string[]): RoleAsked | null {
  const { data } = values.safeParse(valuesOf(words))
  if (!role || role === 'admin' || role.startsWith('-') || !data) return null
  return { role, eventId: data.event?.[0] ?? null, lastDay: data.until?.[0] ?? null }
}

/** The role with this name, in any case, or with this key. Throws DomainError. */
function roleNamed(word: string, sets: readonly StaffSet[] = []): GivenRole {
  const own = sets.find(({ name }) => name.toLowerCase() === word.toLowerCase())
  if (own) return own.key
  if (isGivenRole(word)) return word
  throw new DomainError('not_found', `There is no role “${word}”.`)
}

/** Returns the exit code. */
export async function runRole(
  act: 'grant' | 'revoke',
  email: string,
  { lastDay, ...role }: RoleAsked,
  tools: ContainmentTools & { knex: Knex },
): Promise<0 | 1> {
  const { accounts, subjects, print } = tools
  const account = await accounts.byEmailHash(subjects.emailHash(email))
  if (!account?.isRegistered) {
    print(`There is no account for ${email}: the person has to register first.`)
    return 1
  }
  const { userId } = account
  const where = role.eventId === null ? '' : ` of event ${role.eventId}`
  if (act === 'grant' && role.eventId !== null && !(await campaignEventRow(tools.knex, role.eventId))) {
    print(`There is no event ${role.eventId}.`)
    return 1
  }
  try {
    const context = commandLineContext({ at: tools.now() })
    const { events } = await decideAboutUser(
      tools,
      userId,
      null,
      (asked) => {
        const said = { userId, ...role, role: roleNamed(role.role, asked.sets), reason: null, asked }
        return act === 'grant'
          ? { type: 'GrantRole', data: { ...said, until: endOfRole(lastDay) } }
          : { type: 'RevokeRole', data: said }
      },
      context,
    )
    const what = `${role.role}${where}`
    if (act === 'revoke') print(`${email} ${events.length > 0 ? 'is no longer' : 'is not'} ${what}.`)
    else if (events.length === 0) print(`${email} is ${what} already.`)
    else
      print(
        `${email} is now ${what}${lastDay === null ? '' : ` until the end of ${lastDay}`}. A person who had no role before signs in again, with a password of 15 characters or more.`,
      )
    return 0
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    print(error.message)
    return 1
  }
}
