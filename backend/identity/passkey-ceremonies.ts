import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { ChallengePurpose, PasskeyChallenges } from './passkey-challenges.ts'
import type { Passkey, Passkeys } from './passkeys.ts'

/** The site that passkeys are for: its host, its origin, and its name for people. */
export type RelyingParty = { id: string; origin: string; name: string }

/**
 * Why an answer is rejected. `expired`: the challenge is used, too old, or of another browser or purpose. `unknown`: no
 * such passkey here. `copied`: its counter did not grow. `wrong`: all other reasons.
 */
export type PasskeyProblem = 'expired' | 'unknown' | 'copied' | 'wrong'
export class PasskeyRejected extends Error {
  override readonly name = 'PasskeyRejected'
  readonly problem: PasskeyProblem
  /** The owner of the passkey. */
  readonly userId: number | null
  constructor(problem: PasskeyProblem, userId: number | null = null, cause?: unknown) {
    super(`A passkey was rejected: ${problem}.`, { cause })
    this.problem = problem
    this.userId = userId
  }
}

type Asked = { purpose: Exclude<ChallengePurpose, 'add'>; holder: string; party: RelyingParty }
type NewPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isBackedUp'>

/** Milliseconds, as for the challenge. */
const timeout = 300_000
/** EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257]

/** Large, and unused while no person signs in by passkey. */
const library = () => import('@simplewebauthn/server')

const known = ({ credentialId, transports }: Passkey) => ({ id: credentialId, type: 'public-key' as const, transports })

/** The signed challenge; null when the answer is not JSON with a challenge. */
function challengeIn(clientDataJson: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString())
    const isTold = typeof data === 'object' && data !== null && 'challenge' in data
    return isTold && typeof data.challenge === 'string' ? data.challenge : null
  } catch {
    return null
  }
}

async function verifiedRegistration(
  response: RegistrationResponseJSON,
  expectedChallenge: string,
  party: RelyingParty,
): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((cause: unknown) => {
    throw new PasskeyRejected('wrong', null, cause)
  })
  if (!verified.verified) throw new PasskeyRejected('wrong')
  const { credential, credentialBackedUp } = verified.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: response.response.transports ?? [],
    isBackedUp: credentialBackedUp,
  }
}

/**
 * The two ceremonies of the Web Authentication standard (Level 3, §7). User verification is always required, so that a
 * passkey is two factors at once; attestation is not, because the maker of a passkey does not matter here.
 */
export function createPasskeyCeremonies({
  passkeys,
  challenges,
}: {
  passkeys: Passkeys
  challenges: PasskeyChallenges
}) {
  /** The challenge is used up, whatever the answer. */
  async function takeChallenge(clientDataJson: string, purpose: ChallengePurpose, holder: string): Promise<string> {
    const challenge = challengeIn(clientDataJson)
    if (challenge === null) throw new PasskeyRejected('wrong')
    if (!(await challenges.take(challenge, purpose, holder))) throw new PasskeyRejected('expired')
    return challenge
  }

  return {
    /** The authenticator stores `person.handle`; the names are for its list of accounts. */
    async creation(person: { id: number; email: string; name: string }, holder: string, party: RelyingParty) {
      const user = { id: await passkeys.handleOf(person.id), name: person.email, displayName: person.name }
      return {
        rp: { id: party.id, name: party.name },
        user,
        challenge: await challenges.issue('add', holder),
        pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
        timeout,
        attestation: 'none' as const,
        excludeCredentials: (await passkeys.of(person.id)).map(known),
        authenticatorSelection: {
          residentKey: 'required' as const,
          requireResidentKey: true as const,
          userVerification: 'required' as const,
        },
      }
    },

    /** Throws PasskeyRejected. */
    async created(response: RegistrationResponseJSON, holder: string, party: RelyingParty): Promise<NewPasskey> {
      const challenge = await takeChallenge(response.response.clientDataJSON, 'add', holder)
      return verifiedRegistration(response, challenge, party)
    },

    /** `owner`: whose passkeys count; null: any person’s, and the browser offers those it knows. */
    async request({ purpose, holder, party }: Asked, owner: number | null) {
      return {
        challenge: await challenges.issue(purpose, holder),
        timeout,
        rpId: party.id,
        ...(owner !== null && { allowCredentials: (await passkeys.of(owner)).map(known) }),
        userVerification: 'required' as const,
      }
    },

    /** The passkey that answered. Throws PasskeyRejected. */
    async answered(
      response: AuthenticationResponseJSON,
      { purpose, holder, party }: Asked,
      owner: number | null,
    ): Promise<Passkey> {
      const challenge = await takeChallenge(response.response.clientDataJSON, purpose, holder)
      const passkey = await passkeys.find(response.id)
      if (!passkey || (owner !== null && passkey.userId !== owner)) throw new PasskeyRejected('unknown')
      const { userId, counter } = passkey
      const { userHandle } = response.response
      // Without an owner, the authenticator has to name the owner of the passkey.
      if (owner === null ? userHandle !== passkey.handle : (userHandle ?? passkey.handle) !== passkey.handle)
        throw new PasskeyRejected('wrong', userId)
      const { verifyAuthenticationResponse } = await library()
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
        // The counter is compared by the statement below, in one step with the next use.
        credential: { id: passkey.credentialId, publicKey: passkey.publicKey, counter: 0 },
      }).catch((cause: unknown) => {
        throw new PasskeyRejected('wrong', userId, cause)
      })
      if (!verified) throw new PasskeyRejected('wrong', userId)
      const { newCounter, credentialBackedUp } = authenticationInfo
      const isMoved = await passkeys.use(passkey.id, newCounter, credentialBackedUp)
      if (!isMoved) throw new PasskeyRejected(newCounter > counter ? 'expired' : 'copied', userId)
      return passkey
    },
  }
}
