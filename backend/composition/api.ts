import type { FastifyRequest } from 'fastify'
import { paletteCss } from '../../brand/palette.ts'
import { campaign } from '../../contract/campaign.ts'
import { formNames } from '../../contract/topic-words.ts'
import program from '../../package.json' with { type: 'json' }
import { everyRight, type HeldWithRights } from '../../records/staff-rights.ts'
import { createDenialRecorder } from '../commands/access-denials.ts'
import type { Holds } from '../commands/held-rights.ts'
import type { ErasureTools } from '../commands/users/erasures.ts'
import type { ShownWordings } from '../commands/wordings.ts'
import type { Core } from '../core.ts'
import { rightsOf, rightsOfKey } from '../domain/accounts/staff-roles.ts'
import { inboxOf } from '../domain/mail/inboxes.ts'
import type { KeyHolder } from '../identity/api-keys.ts'
import { decrypt, encrypt } from '../kernel/eventlog/encryption/aes-gcm.ts'
import { apiKeyOf } from '../kernel/http/api-keys.ts'
import { readAsOf, withPast } from '../kernel/http/as-of.ts'
import { createConsoleReads, readsFrom } from '../kernel/http/console-reads.ts'
import { type HttpFoundation, httpFoundation } from '../kernel/http/foundation.ts'
import { pendingPosition } from '../kernel/http/pending-position.ts'
import type { Person } from '../kernel/http/route.ts'
import type { createHttp } from '../kernel/http/server.ts'
import { refuseWhileStarting } from '../kernel/http/starting.ts'
import type { Moderators } from '../moderation/moderators.ts'
import type { SitePages } from '../pages/site-pages.ts'
import type { createPhotos } from '../photos/index.ts'
import type { Traffic } from '../traffic/traffic.ts'
import type { Base } from './base.ts'
import type { Experiments } from './experiments.ts'
import type { Mailing } from './mailing.ts'
import type { Reading } from './reading.ts'
import { type RouteOverrides, registerRoutes } from './routes.ts'
import type { Sealing } from './sealing.ts'
import type { Watching } from './watching.ts'

/** Who sends a request, with the sets of rights that they hold. */
type PersonOf = (
  request: FastifyRequest,
) => Promise<(Omit<Person, 'rights'> & { roles?: readonly HeldWithRights[] }) | null>

export type ApiOverrides = RouteOverrides &
  Partial<Pick<HttpFoundation, 'formPage' | 'showPage'>> & { personOf?: PersonOf }

/** Who calls: with a key, a program that has the rights of the key; else the person of the session. */
function personOrProgram({ apiKeys }: Pick<Core, 'apiKeys'>, personOf: PersonOf): HttpFoundation['personOf'] {
  return async (request) => {
    const secret = apiKeyOf(request)
    if (secret === null) {
      const person = await personOf(request)
      return person && { ...person, rights: rightsOf(person) }
    }
    const holder = await apiKeys.holderOf(secret)
    return holder && programOf(holder)
  }
}

/** Who issued the key proved it then, with a second step if they need one. */
const programOf = ({ userId, apiKeyId, rights }: KeyHolder): Person => ({
  ...{ id: userId, apiKeyId, isAdmin: false, rights: rightsOfKey(rights), sessionId: '' },
  ...{ isEmailVerified: true, isProven: true, secondFactorDue: null },
})

// The site’s colors; the light ones have no name for white.
const apiPage = {
  title: 'Campaign site API',
  colors: `:root{--surface:#fff;--text:var(--ink)}${paletteCss(campaign.colors)}`,
}

/** Puts what every request passes in front of the routes, and registers those. */
export async function serveApi({
  config,
  secrets,
  core,
  database,
  http,
  publicUrl,
  reading: { replica, reached, past },
  sealing,
  mailing,
  photos,
  erasing,
  experiments,
  traffic,
  moderators,
  site,
  watching: { readiness, registry },
  shownWordings,
  holds,
  isOpen,
  overrides,
}: Omit<Base, 'logger'> & {
  http: ReturnType<typeof createHttp>
  publicUrl: () => string
  reading: Reading
  sealing: Sealing
  mailing: Mailing
  photos: ReturnType<typeof createPhotos>
  erasing: ErasureTools
  experiments: Experiments
  traffic: Traffic
  moderators: Moderators
  site: SitePages | null
  watching: Watching
  shownWordings: ShownWordings
  holds: Holds
  /** True when the start is complete. */
  isOpen: () => boolean
  overrides: ApiOverrides
}): Promise<void> {
  const { isProduction, isHttps, hasHttpsSubdomains } = config
  const { sessions } = core
  const personOf = personOrProgram(core, overrides.personOf ?? sessions.personOf)
  await http.register(httpFoundation, {
    version: program.version,
    apiPage,
    answerCipher: { encrypt, decrypt },
    database,
    production: isProduction,
    isHttps,
    hasHttpsSubdomains,
    origin: config.publicUrl ? [config.publicUrl] : [],
    rateLimits: config.hasRateLimits ? 'on' : 'off',
    forms: formNames,
    formLimits: config.formLimits,
    rights: everyRight,
    inboxOf,
    rateLimitKey: secrets.rateLimits,
    sessionCookie: sessions.cookieName,
    personOf,
    readiness,
    onDenied: createDenialRecorder(core),
    registry,
    notFoundPage: site?.notFound,
    formPage: overrides.formPage ?? site?.formPage,
    showPage: overrides.showPage ?? site?.showPage,
  })
  refuseWhileStarting(http, isOpen)
  const waitForProjection = pendingPosition(http, reached)
  readAsOf(http)
  const reads = withPast(
    replica ? createConsoleReads(http, { primary: database, replica, isHttps, registry }) : readsFrom(database),
    past,
  )
  traffic.register(http)
  sessions.register(http)
  http.addHook('onResponse', async (_request, reply) => core.counters.request(reply.statusCode))
  await registerRoutes(http, {
    config,
    core,
    database,
    experiments,
    mailing,
    moderators,
    erasing,
    photos,
    seals: sealing.seals,
    traffic,
    publicUrl,
    waitForProjection,
    reached,
    reads,
    past,
    shownWordings,
    holds,
    overrides,
  })
}
