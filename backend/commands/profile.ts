import type { FastifyInstance, FastifyRequest } from 'fastify'
import { changeProfilePhoto, removeProfilePhoto, updateProfile } from '../../contract/profile.ts'
import { DomainError } from '../domain/decider.ts'
import { userStream, users } from '../domain/users.ts'
import { HttpProblem } from '../http/problem.ts'
import { route } from '../http/route.ts'
import { type CommandTools, signedIn } from './command.ts'

const switchedOff = () => new DomainError('conflict', 'Profile photo upload will be available soon.')

export async function profileCommands(app: FastifyInstance, tools: CommandTools): Promise<void> {
  const { handle, context, waitForProjection, photos } = tools

  route(app, updateProfile, { policy: 'user' }, async ({ body: { email, ...fields }, request }) => {
    const { user, subject } = await signedIn(tools, request)
    const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const command = { type: 'UpdateProfile', data: { userId: user.id, subject, changes } } as const
    const { position } = await handle(users, userStream(user.id), command, context(request))
    const isNewEmail = email !== undefined && email.toLowerCase() !== user.email.toLowerCase()
    const isEmailLinkSent = isNewEmail && (await tools.requestEmailChange(email, request).catch(falseIfTooOften))
    await waitForProjection(position, request)
    const { user: updated } = await signedIn(tools, request)
    return { ...updated, ...changes, pendingEmail: isNewEmail ? email : null, isEmailLinkSent }
  })

  route(app, changeProfilePhoto, { policy: 'user', takesFile: 'picture', rateLimit: 'photo' }, async ({ request }) => {
    if (!photos) throw switchedOff()
    const { user, subject } = await signedIn(tools, request)
    const told = context(request)
    const photo = await photos.save(subject, told.commandId, pictureOf(request.body))
    const command = { type: 'ChangeProfilePhoto', data: { userId: user.id, subject, photo } } as const
    const { events, position } = await handle(users, userStream(user.id), command, told).catch(async (error) => {
      // Refused, so that nothing refers to it. After any other failure the event may stand.
      if (error instanceof DomainError) await photos.remove(photo).catch(() => {})
      throw error
    })
    await waitForProjection(position, request)
    await removeReplaced(events, request)
    return (await signedIn(tools, request)).user
  })

  route(app, removeProfilePhoto, { policy: 'user' }, async ({ request }) => {
    const { user, subject } = await signedIn(tools, request)
    const command = { type: 'ChangeProfilePhoto', data: { userId: user.id, subject, photo: null } } as const
    const { events, position } = await handle(users, userStream(user.id), command, context(request))
    await waitForProjection(position, request)
    await removeReplaced(events, request)
    return undefined
  })

  /** At once; reactors/profile-photos.ts does it again, for the day a crash comes in between or the store is away. */
  async function removeReplaced(events: readonly { data: object }[], request: FastifyRequest): Promise<void> {
    for (const { data } of events)
      if ('replaced' in data && typeof data.replaced === 'string')
        await photos?.remove(data.replaced).catch((error: unknown) => {
          request.log.warn({ err: error }, 'A photo that is no longer shown could not be deleted yet.')
        })
  }
}

/** The profile is saved by then; under Security they are told when to try again. */
function falseIfTooOften(error: unknown): false {
  if (error instanceof HttpProblem && error.status === 429) return false
  throw error
}

const pictureOf = (body: unknown) => (body instanceof Uint8Array ? body : new Uint8Array())
