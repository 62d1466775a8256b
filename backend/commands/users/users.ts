import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { type AdminUser, banUser, deleteUser, editUser, type UserEdit } from '../../../contract/users.ts'
import type { StaffRight } from '../../../records/staff-rights.ts'
import type { Asked } from '../../domain/accounts/user-rights.ts'
import { type UserCommand, type UserEvent, userStream, users } from '../../domain/accounts/users.ts'
import { type CommandContext, systemContext } from '../../kernel/eventlog/command-context.ts'
import { DomainError, stateAfter } from '../../kernel/eventlog/decider.ts'
import type { SubjectKeys } from '../../kernel/eventlog/encryption/subject-keys.ts'
import type { Handled } from '../../kernel/eventlog/handle.ts'
import type { Recorded } from '../../kernel/eventlog/metadata.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import { checkProof, requireRight, signedIn } from '../../kernel/http/guards.ts'
import type { WaitForProjection } from '../../kernel/http/pending-position.ts'
import { proven, route, staff } from '../../kernel/http/route.ts'
import { adminUserRow } from '../../read-model/users.ts'
import type { AccountMail } from '../auth/account-mail.ts'
import { addressTaken, leaveAddress, reserveAddress } from '../auth/addresses.ts'
import { applyAccount, decideAboutRights, decideAboutUser, stateOf } from '../auth/rights.ts'
import type { RightsTools } from '../auth/tools.ts'
import { requireLiving } from '../command.ts'
import { type EditForm, showingCurrent, sinceRevision } from '../concurrent-edits.ts'
import { deletedUserContext } from './due-deletions.ts'
import { type ErasureTools, erasePerson } from './erasures.ts'

type UserTools = RightsTools & {
  erasing: ErasureTools
  subjects: SubjectKeys
  sessions: { endAllOf(userId: number, ending: { reason: 'email-changed' }): Promise<void> }
  tokens: { withdraw(userId: number, purpose: 'email-change'): Promise<void> }
  accountMail: Pick<AccountMail, 'emailChanged'>
  waitForProjection: WaitForProjection
  knex: Knex
}

const form: EditForm = { fields: Object.keys(editUser.schema.body.shape) }

/** Also for an admin: a person who gets their address gets their rights. */
const makesAdmin = (body: unknown) =>
  typeof body === 'object' && body !== null && 'isAdmin' in body && body.isAdmin === true

async function shown(knex: Knex, id: number): Promise<AdminUser> {
  const row = await adminUserRow(knex, id)
  if (!row) throw new DomainError('not_found', 'User not found.')
  return row
}

/** Decides, applies the result to app.accounts, and waits for the read model. */
async function change(
  tools: RightsTools & Pick<UserTools, 'waitForProjection'>,
  id: number,
  request: FastifyRequest,
  decide: (asked: Asked, context: CommandContext) => Promise<Handled<UserEvent>>,
): Promise<Recorded<UserEvent>[]> {
  const context = commandContext(request)
  const asking = { by: signedIn(request).id, now: context.at }
  const { events, position } = await decideAboutRights(tools, asking, async (asked) => {
    const handled = await decide(asked, context)
    // Also runs when there was nothing to do: the first attempt may have died before this.
    await applyAccount(tools, id)
    return handled
  })
  await tools.waitForProjection(position, request)
  return events
}

export async function userCommands(app: FastifyInstance, tools: UserTools): Promise<void> {
  const { accounts, subjects, sessions, tokens, accountMail, waitForProjection, handle, log, decode, knex } = tools

  async function one(id: number, request: FastifyRequest, command: (asked: Asked) => UserCommand) {
    const context = commandContext(request)
    const { events, position } = await decideAboutUser(tools, id, signedIn(request).id, command, context)
    await waitForProjection(position, request)
    return events
  }

  /**
   * A new address is reserved once nothing else forbids the edit, because a rejected edit must not block the address.
   */
  async function newEmailFor(
    id: number,
    email: string | undefined,
    request: FastifyRequest,
    context: CommandContext,
    rehearse: (newEmail: { subject: string; email: string }) => Promise<unknown>,
  ): Promise<{ subject: string; email: string } | null> {
    if (email === undefined) return null
    const holder = await accounts.byEmailHash(subjects.emailHash(email))
    if (holder?.userId === id) return null
    // The reader of that inbox can sign in to the account.
    checkProof(request)
    if (holder) throw addressTaken()
    await rehearse({ subject: '', email })
    const reserving: CommandContext = { ...context, actor: { kind: 'system' }, ip: undefined }
    return { subject: await reserveAddress(tools, id, email, reserving), email }
  }

  async function edit(
    id: number,
    { email, ...changes }: UserEdit,
    request: FastifyRequest,
  ): Promise<Recorded<UserEvent>[]> {
    const stream = userStream(id)
    const check = sinceRevision<UserEvent>(request, form)
    const before = await accounts.byId(id)
    const events = await change(tools, id, request, async (asked, context) => {
      const command = (newEmail: { subject: string; email: string } | null) =>
        ({ type: 'EditUser', data: { userId: id, changes, newEmail, asked } }) as const
      const newEmail = await newEmailFor(id, email, request, context, async (planned) => {
        const history = await decode<UserEvent>(await log.readStream(stream))
        check(history)
        users.decide(command(planned), stateAfter(users, history))
      })
      return handle(users, stream, command(newEmail), context, { check })
    })
    const moved = events.find((event) => event.type === 'UserEmailChanged')
    if (!moved || !before) return events
    await sessions.endAllOf(id, { reason: 'email-changed' })
    await tokens.withdraw(id, 'email-change')
    const state = await stateOf(tools, id)
    if (state) await leaveAddress(tools, id, state, moved.data.previousSubject)
    if (before.email !== moved.data.email)
      accountMail.emailChanged(before.email, moved.data.email, { wasProven: before.isEmailVerified })
    return events
  }

  route(app, editUser, { ...staff('accounts'), needsProof: makesAdmin }, async ({ params: { id }, body, request }) => {
    if (body.isAdmin !== undefined) requireRight(request, 'grants' satisfies StaffRight)
    await requireLiving(tools, 'users', id)
    await showingCurrent(
      { waitForProjection, request },
      () => adminUserRow(knex, id),
      () => edit(id, body, request),
    )
    return shown(knex, id)
  })

  route(app, banUser, staff('accounts'), async ({ params: { id }, body: { banned, reason, until }, request }) => {
    await requireLiving(tools, 'users', id)
    await one(id, request, (asked) =>
      banned
        ? { type: 'BanUser', data: { userId: id, reason, until, asked } }
        : { type: 'UnbanUser', data: { userId: id, asked } },
    )
    return shown(knex, id)
  })

  route(app, deleteUser, proven('erase'), async ({ params: { id }, request }) => {
    const [deleted] = await one(id, request, (asked) => ({ type: 'DeleteUser', data: { userId: id, asked } }))
    const row = await adminUserRow(knex, id)
    if (row?.isErased !== true)
      await waitForProjection(
        await erasePerson(tools.erasing, { userId: id }, deletedUserContext(id, deleted)),
        request,
      )
  })
}

/** Lifts expired bans, which stopped counting at their end. */
export async function endExpiredBans(tools: RightsTools, now: Date): Promise<void> {
  for (const { userId, until } of await tools.accounts.expiredBans()) {
    // The same command in every process.
    const context = systemContext({ commandId: `end ban of ${userId} until ${until}`, at: now })
    const command = { type: 'EndExpiredBan', data: { userId, now: context.at } } as const
    await tools.handle(users, userStream(userId), command, context)
    await applyAccount(tools, userId)
  }
}
