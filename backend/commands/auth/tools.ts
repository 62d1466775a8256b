import type { FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import type { Identity } from '../../identity/index.ts'
import type { RelyingParty } from '../../identity/passkey-ceremonies.ts'
import type { FacebookSettings, GoogleSettings } from '../../identity/providers.ts'
import type { Fact } from '../../kernel/eventlog/decider.ts'
import type { SubjectKeys } from '../../kernel/eventlog/encryption/subject-keys.ts'
import type { EventLog, RecordedEvent } from '../../kernel/eventlog/event-log.ts'
import type { Handle } from '../../kernel/eventlog/handle.ts'
import type { Recorded } from '../../kernel/eventlog/metadata.ts'
import type { WaitForProjection } from '../../kernel/http/pending-position.ts'
import type { NextId } from '../command.ts'
import type { OriginOf } from '../origins.ts'
import type { AccountMail } from './account-mail.ts'
import type { ReportFailedSignIn } from './failed-sign-ins.ts'

export type RightsTools = Pick<Identity, 'accounts'> & {
  handle: Handle
  log: Pick<EventLog, 'readStream' | 'compare'>
  subjects: Pick<SubjectKeys, 'emailHash' | 'read'>
  /** `decode` of the codec. */
  decode<Event extends Fact = Fact>(recorded: readonly RecordedEvent[]): Promise<Recorded<Event>[]>
}

export type KeyTools = RightsTools & Pick<Identity, 'apiKeys'>

export type SetTools = RightsTools & Pick<Identity, 'staffSets'>

export type RegistrationTools = RightsTools &
  Pick<Identity, 'passwords'> & {
    subjects: SubjectKeys
    nextId: NextId<'user'>
    originOf: OriginOf
  }

export type SetupTools = RegistrationTools & Pick<Identity, 'tokens' | 'secondFactors'>

/** Verifies answers of passkeys. `relyingParty`: null where browsers have no passkeys, at a bare IP address. */
export type PasskeyTools = Pick<Identity, 'passkeys' | 'passkeyChallenges' | 'ceremonies'> & {
  relyingParty(request: FastifyRequest): RelyingParty | null
}

/** Shared by every way to sign in. */
export type SignInTools = Pick<
  Identity,
  'accounts' | 'passwords' | 'sessions' | 'ownSessions' | 'signIns' | 'challenges'
> & { accountMail: AccountMail; knex: Knex; reportFailedSignIn: ReportFailedSignIn }

export type AuthTools = SetupTools &
  SignInTools &
  PasskeyTools &
  Pick<Identity, 'secondFactors'> & {
    waitForProjection: WaitForProjection
    /** The account’s name in authenticator apps. */
    siteName: string
  }

export type ProviderOptions = {
  google: GoogleSettings | null
  facebook: FacebookSettings | null
  isHttps: boolean
  /** The public address of the site, without a trailing slash. */
  publicUrl(): string
}

export type ProviderTools = AuthTools & ProviderOptions & Pick<Identity, 'identities' | 'providerFlows'>
