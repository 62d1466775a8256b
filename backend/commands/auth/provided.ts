import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ProviderProblem } from '../../../contract/auth-providers.ts'
import { providerConnectionStream, providerConnections } from '../../domain/accounts/provider-connections.ts'
import type { Account } from '../../identity/accounts.ts'
import type { ProviderFlow } from '../../identity/provider-flows.ts'
import type { ProvidedPerson, ProviderName } from '../../identity/providers.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import { proveEmail } from './magic-link.ts'
import { registerAccount } from './registration.ts'
import type { ProviderTools } from './tools.ts'

/** Why a person verified by a provider cannot sign in; the sign-in page has the messages. */
export class ProviderRejection extends Error {
  override readonly name = 'ProviderRejection'
  readonly problem: ProviderProblem
  constructor(problem: ProviderProblem) {
    super(`Sign-in through a provider was rejected: ${problem}.`)
    this.problem = problem
  }
}

type Arrival = {
  tools: ProviderTools
  name: ProviderName
  person: ProvidedPerson
  flow: Pick<ProviderFlow, 'userId'>
  request: FastifyRequest
}

/**
 * Finds the account by the provider's id of the person, never by their address, which may change hands. An address
 * connects a new id with an account only if both sides verified it: the provider and we. docs/decisions/0021-sign-in.md
 * goes through the attacks. Throws ProviderRejection.
 */
export async function admitProvided(arrival: Arrival): Promise<{ account: Account; isConnected: boolean }> {
  const { tools, name, person, flow } = arrival
  const known = await tools.identities.find(name, person.subject)
  if (flow.userId !== null) return { account: await connect(arrival, flow.userId, known), isConnected: true }
  const userId = known ?? (await owner(arrival))
  const account = await tools.accounts.byId(userId)
  if (!account?.isRegistered) throw new ProviderRejection('failed')
  requireOpen(account)
  return { account, isConnected: false }
}

function requireOpen({ isBanned, isActive }: Account): void {
  if (isBanned) throw new ProviderRejection('banned')
  if (!isActive) throw new ProviderRejection('inactive')
}

/** Connects the account of the person who started this and is still signed in; other connections stay as they are. */
async function connect(arrival: Arrival, userId: number, known: number | null) {
  const { tools, name, person, request } = arrival
  const account = await tools.accounts.byId(userId)
  if (!account || request.person?.id !== userId) throw new ProviderRejection('expired')
  if (known !== null && known !== userId) throw new ProviderRejection('linked-elsewhere')
  if (known === null) await recordConnection(arrival, userId)
  if (!(await tools.identities.connect(name, person.subject, account))) throw new ProviderRejection('linked-elsewhere')
  return account
}

/** The event comes before the row, so that every connection is in the log. */
const recordConnection = ({ tools, name, request }: Arrival, userId: number) =>
  tools.handle(
    providerConnections,
    providerConnectionStream(randomUUID()),
    { type: 'ConnectProvider', data: { userId, provider: name } },
    commandContext(request),
  )

/** The account for a person who uses this provider for the first time. */
async function owner(arrival: Arrival): Promise<number> {
  const { tools, name, person } = arrival
  const { email, isEmailVerified } = person
  if (email === null) throw new ProviderRejection('no-email')
  const holder = await tools.accounts.byEmailHash(tools.subjects.emailHash(email))
  if (!holder?.isRegistered) return newcomer(arrival, email)
  if (!isEmailVerified) throw new ProviderRejection('address-taken')
  // A stranger may have registered this address. Once its owner verifies it, everyone else is signed out.
  if (!holder.isEmailVerified) throw new ProviderRejection('address-unconfirmed')
  requireOpen(holder)
  await recordConnection(arrival, holder.userId)
  if (!(await tools.identities.connect(name, person.subject, holder))) throw new ProviderRejection('linked-elsewhere')
  return holder.userId
}

async function newcomer({ tools, name, person, request }: Arrival, email: string): Promise<number> {
  const { firstName, lastName, isEmailVerified } = person
  const registration = { email, password: null, firstName, lastName, from: await tools.originOf(request) }
  const registered = await registerAccount(tools, registration, commandContext(request)).catch((error: unknown) => {
    throw error instanceof DomainError ? new ProviderRejection('busy') : error
  })
  if (registered.outcome === 'taken') throw new ProviderRejection('busy')
  const { account, position } = registered
  await tools.waitForProjection(position, request)
  if (isEmailVerified) await proveEmail(tools, account, { isSamePerson: true }, request)
  if (!(await tools.identities.connect(name, person.subject, { ...account, isEmailVerified })))
    throw new ProviderRejection('linked-elsewhere')
  return account.userId
}
