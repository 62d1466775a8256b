import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as api from '../../../contract/auth-passkeys.ts'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '../../../contract/auth-passkeys.ts'
import { type UserCommand, userStream, users } from '../../domain/accounts/users.ts'
import type { Passkey } from '../../identity/passkeys.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import { notSignedIn, signedIn } from '../../kernel/http/guards.ts'
import { route } from '../../kernel/http/route.ts'
import { partyOf, toPasskeyProblem } from './passkey-answers.ts'
import type { SignIn } from './sign-in.ts'
import type { AuthTools } from './tools.ts'

const user = { policy: 'user' } as const
// A new passkey can sign in from now on, so an abandoned open session must not be enough.
const proven = { policy: 'user', needsProof: true, keepAnswer: false } as const

const unknown = () => new DomainError('not_found', 'This passkey was already removed.')

const inUse = () => new DomainError('conflict', 'This passkey is already in use. Please use another one.')

const shown = ({ id, name, isBackedUp, createdAt, lastUsedAt }: Passkey): api.Passkey => ({
  id,
  name,
  isBackedUp,
  createdAt,
  lastUsedAt,
})

/** People’s own passkeys. The event comes before the row, so that every usable passkey is in the log. */
export function passkeyCommands(app: FastifyInstance, tools: AuthTools, signInFlow: SignIn): void {
  const { passkeys, ceremonies, sessions, accountMail, handle, waitForProjection } = tools

  async function record(command: UserCommand, request: FastifyRequest, commandId?: string): Promise<void> {
    const context = { ...commandContext(request), ...(commandId !== undefined && { commandId }) }
    const { position } = await handle(users, userStream(command.data.userId), command, context)
    await waitForProjection(position, request)
  }

  route(app, listPasskeys, user, async ({ request }) => (await passkeys.of(signedIn(request).id)).map(shown))

  route(app, beginPasskey, proven, async ({ request }) => {
    const account = await signInFlow.accountOf(request)
    const { firstName, lastName } = await signInFlow.currentUser(account)
    const name = [firstName, lastName].filter(Boolean).join(' ') || account.email
    const person = { id: account.userId, email: account.email, name }
    return ceremonies.creation(person, signedIn(request).sessionId, partyOf(tools, request))
  })

  route(app, addPasskey, proven, async ({ body, request }) => {
    const account = await signInFlow.accountOf(request)
    const { userId } = account
    const made = await ceremonies
      .created(body.credential, signedIn(request).sessionId, partyOf(tools, request))
      .catch(toPasskeyProblem)
    if (await passkeys.find(made.credentialId)) throw inUse()
    const id = randomUUID()
    await record({ type: 'AddPasskey', data: { userId, passkeyId: id } }, request)
    const added = await passkeys.add(signedIn(request), { ...made, id, name: body.name })
    if (added === 'known' || added === 'ended') {
      // Another request sent the same credential at the same moment, or ended this session.
      await record({ type: 'RemovePasskey', data: { userId, passkeyId: id } }, request, `remove ${id}`)
      throw added === 'known' ? inUse() : notSignedIn()
    }
    const client = await sessions.clientContextOf(request)
    await signInFlow.alert(account, (to) =>
      accountMail.passkeyAdded(to, { name: body.name, ...client, at: new Date() }),
    )
    return shown(added)
  })

  route(app, renamePasskey, user, async ({ params, body, request }) => {
    const renamed = await passkeys.rename(signedIn(request).id, params.id, body.name)
    if (!renamed) throw unknown()
    return shown(renamed)
  })

  route(app, removePasskey, proven, async ({ params: { id }, request }) => {
    const account = await signInFlow.accountOf(request)
    const { userId } = account
    const own = await passkeys.of(userId)
    const passkey = own.find((one) => one.id === id)
    const outcome = await passkeys.remove(signedIn(request), id)
    if (outcome === 'needed')
      throw new DomainError(
        'conflict',
        'This passkey is your only second step. Add another one or an authenticator app first, or turn off two-step sign-in.',
      )
    if (!passkey || outcome === 'unknown') throw unknown()
    await record({ type: 'RemovePasskey', data: { userId, passkeyId: id } }, request)
    await signInFlow.alert(account, (to) => accountMail.passkeyRemoved(to, { name: passkey.name }))
  })
}
