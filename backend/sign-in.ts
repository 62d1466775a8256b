import type { FastifyInstance } from 'fastify'
import { campaign, campaignName } from '../contract/campaign.ts'
import { emailChangeRequests } from './commands/auth/email.ts'
import { authCommands } from './commands/auth/index.ts'
import { providerCommands } from './commands/auth/providers.ts'
import { createSignIn } from './commands/auth/sign-in.ts'
import type { CommandTools } from './commands/command.ts'
import type { Config } from './config/config.ts'
import type { Core } from './core.ts'
import type { Database } from './database/connect.ts'
import { createIdentities } from './identity/identities.ts'
import { createOwnSessions } from './identity/own-sessions.ts'
import { createPasswords } from './identity/passwords.ts'
import { createProviderFlows } from './identity/provider-flows.ts'
import type { Sessions } from './identity/sessions.ts'
import { createSignInChallenges } from './identity/sign-in-challenges.ts'
import { createSignIns } from './identity/sign-ins.ts'
import { createAccountMail } from './mail/account-mail.ts'
import type { BackgroundMailer } from './mail/background-mailer.ts'
import type { Sender } from './mail/layout.ts'
import type { Mailer } from './mail/mailer.ts'
import { readUserRow } from './queries/auth.ts'

/** Every way to sign in, put together; `register` adds its routes once the foundation stands. */
export function createSignInParts({
  config,
  core,
  database,
  common,
  sessions,
  mailer,
  backgroundMailer,
  sender,
  tellTime,
}: {
  config: Config
  core: Core
  database: Database
  common: Pick<CommandTools, 'handle' | 'subjects' | 'nextId' | 'context' | 'waitForProjection'>
  sessions: Sessions
  mailer: Mailer
  backgroundMailer: BackgroundMailer
  sender: () => Sender
  tellTime: (timestamp: string) => string
}) {
  const tools = {
    ...common,
    log: core.log,
    accounts: core.accounts,
    tokens: core.tokens,
    sessions,
    ownSessions: createOwnSessions(database),
    signIns: createSignIns(database),
    secondFactors: core.secondFactors,
    challenges: createSignInChallenges({ database, isProduction: config.isProduction }),
    siteName: campaignName,
    passwords: createPasswords(),
    userRow: readUserRow(database),
    accountMail: createAccountMail({ mailer, backgroundMailer, sender, contact: campaign.email, tellTime }),
  }
  const signInFlow = createSignIn(tools)
  const providers = {
    identities: createIdentities(database),
    providerFlows: createProviderFlows(database),
    google: config.google,
    facebook: config.facebook,
    isProduction: config.isProduction,
    publicUrl: () => sender().publicUrl,
  }
  return {
    requestEmailChange: emailChangeRequests(tools, signInFlow),
    async register(http: FastifyInstance): Promise<void> {
      authCommands(http, tools, signInFlow)
      await http.register(providerCommands, { tools: { ...tools, ...providers }, signInFlow })
    },
  }
}
