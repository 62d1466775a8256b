import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { changeProfilePhoto, removeProfilePhoto, updateProfile } from '../../../contract/profile.ts'
import { addressBudgets } from '../../../contract/request-budgets.ts'
import { userStream, users } from '../../domain/accounts/users.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { route } from '../../kernel/http/route.ts'
import { type Execute, ownAccount } from '../command.ts'

type ProfileTools = {
  execute: Execute
  knex: Knex
  /** Profile photos; null when they are turned off. */
  photos: {
    /** Crops and stores a picture (photos/squares.ts says what it rejects); returns its name. */
    save(subject: string, commandId: string, picture: Uint8Array): Promise<string>
    remove(photo: string): Promise<void>
  } | null
  /** Sends the link that verifies a new address; false when the person must confirm their identity first. */
  requestEmailChange(email: string, request: FastifyRequest): Promise<boolean>
}

const switchedOff = () => new DomainError('conflict', 'Profile photo upload will be available soon.')

export async function profileCommands(
  app: FastifyInstance,
  { execute, knex, photos, requestEmailChange }: ProfileTools,
): Promise<void> {
  route(app, updateProfile, { policy: 'user' }, async ({ body: { email, ...fields }, request }) => {
    const { user, subject } = await ownAccount(knex, request)
    const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const command = { type: 'UpdateProfile', data: { userId: user.id, subject, changes } } as const
    await execute(request, users, userStream(user.id), command)
    const isNewEmail = email !== undefined && email.toLowerCase() !== user.email.toLowerCase()
    const isEmailLinkSent = isNewEmail && (await requestEmailChange(email, request).catch(falseIfTooOften))
    const { user: updated } = await ownAccount(knex, request)
    return { ...updated, ...changes, pendingEmail: isNewEmail ? email : null, isEmailLinkSent }
  })

  route(
    app,
    changeProfilePhoto,
    { policy: 'user', takesFile: 'picture', rateLimit: addressBudgets.photo },
    async ({ request }) => {
      if (!photos) throw switchedOff()
      const { user, subject } = await ownAccount(knex, request)
      const context = commandContext(request)
      const photo = await photos.save(subject, context.commandId, pictureOf(request.body))
      const command = { type: 'ChangeProfilePhoto', data: { userId: user.id, subject, photo } } as const
      const changed = execute(request, users, userStream(user.id), command, { context })
      const events = await changed.catch(async (error) => {
        // The command was rejected, so nothing refers to the photo. After any other failure the event may be in the log.
        if (error instanceof DomainError) await photos.remove(photo).catch(() => {})
        throw error
      })
      await removeReplaced(events, request)
      return (await ownAccount(knex, request)).user
    },
  )

  route(app, removeProfilePhoto, { policy: 'user' }, async ({ request }) => {
    const { user, subject } = await ownAccount(knex, request)
    const command = { type: 'ChangeProfilePhoto', data: { userId: user.id, subject, photo: null } } as const
    const events = await execute(request, users, userStream(user.id), command)
    await removeReplaced(events, request)
  })

  /** Deletes right away; reactors/profile-photos.ts does it again in case of a crash, or when the store is unavailable. */
  async function removeReplaced(events: readonly { data: object }[], request: FastifyRequest): Promise<void> {
    for (const { data } of events)
      if ('replaced' in data && typeof data.replaced === 'string')
        await photos?.remove(data.replaced).catch((error: unknown) => {
          request.log.warn({ err: error }, 'A photo that is no longer shown could not be deleted yet.')
        })
  }
}

/** The profile is already saved; the Security tab says when to try again. */
function falseIfTooOften(error: unknown): false {
  if (error instanceof HttpProblem && error.status === 429) return false
  throw error
}

const pictureOf = (body: unknown) => (body instanceof Uint8Array ? body : new Uint8Array())
