import type { FastifyRequest } from 'fastify'
import type { PasskeyAnswer } from '../../../contract/auth-passkeys.ts'
import type { Account } from '../../identity/accounts.ts'
import { PasskeyRejected, type RelyingParty } from '../../identity/passkey-ceremonies.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import type { PasskeyTools, SignInTools } from './tools.ts'

/** The people in a ceremony: `holder` gets the challenge, `owner` has the passkey (null: any person). */
type Asked = { purpose: 'sign-in' | 'second-step' | 'proof'; holder: string; owner: number | null }

export type PasskeyAnswers = ReturnType<typeof createPasskeyAnswers>

/** The challenge of a proof is for one session and the passkeys of one account. */
export const proofBy = (request: FastifyRequest) => {
  const { id, sessionId } = signedIn(request)
  return { purpose: 'proof', holder: sessionId, owner: id } as const
}

/** Throws DomainError 'conflict' at a bare IP address. */
export function partyOf({ relyingParty }: PasskeyTools, request: FastifyRequest): RelyingParty {
  const party = relyingParty(request)
  if (party) return party
  throw new DomainError('conflict', 'Passkeys need a site with a name: open it at its domain, or at localhost.')
}

const sentences = {
  expired: 'This took too long, or was done in another window. Please try again.',
  unknown: 'This passkey is not known here: it may have been removed. Please sign in another way.',
  // The response does not distinguish a copied passkey from a wrong one, so that the holder of a copy learns nothing.
  copied: 'This passkey did not work. Please try again, or use another way.',
  wrong: 'This passkey did not work. Please try again, or use another way.',
}

/** The response to a rejected passkey. Rethrows everything else. */
export function toPasskeyProblem(error: unknown): never {
  throw error instanceof PasskeyRejected ? new HttpProblem(400, sentences[error.problem]) : error
}

/** Asks a passkey to sign, and checks its answer. */
export function createPasskeyAnswers(
  tools: PasskeyTools & Pick<SignInTools, 'accounts' | 'sessions' | 'signIns' | 'reportFailedSignIn'>,
) {
  const { accounts, ceremonies, sessions, signIns, reportFailedSignIn } = tools

  /** A failure of a known passkey is in its owner’s history. */
  async function note({ problem, userId, cause }: PasskeyRejected, request: FastifyRequest): Promise<void> {
    request.log.info({ problem, err: cause }, 'A passkey was rejected.')
    if (userId === null) return
    if (problem === 'copied') request.log.warn({ userId }, 'The counter of a passkey did not grow: it may be a copy.')
    await signIns.failed(userId, await sessions.clientContextOf(request), 'passkey')
    const account = await accounts.byId(userId)
    if (account) await reportFailedSignIn(request, { userId, account: account.email.toLowerCase() })
  }

  return {
    ask: ({ purpose, holder, owner }: Asked, request: FastifyRequest) =>
      ceremonies.request({ purpose, holder, party: partyOf(tools, request) }, owner),

    /** The account of the passkey that answered. */
    async answered(credential: PasskeyAnswer, asked: Asked, request: FastifyRequest): Promise<Account> {
      const { purpose, holder, owner } = asked
      const party = partyOf(tools, request)
      try {
        const { userId } = await ceremonies.answered(credential, { purpose, holder, party }, owner)
        const account = await accounts.byId(userId)
        if (!account?.isRegistered) throw new PasskeyRejected('unknown')
        return account
      } catch (error) {
        if (error instanceof PasskeyRejected) await note(error, request)
        return toPasskeyProblem(error)
      }
    },
  }
}
