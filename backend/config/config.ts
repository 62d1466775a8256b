import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { FacebookSettings, GoogleSettings } from '../identity/providers.ts'
import type { FormLimits } from '../kernel/http/form-limits.ts'
import type { BucketSettings } from '../photos/photo-bucket.ts'
import { databaseMigrationUrl, databaseUrl, databaseVariables, missingHostError, sameRoleError } from './database.ts'
import { defaults } from './early.ts'
import {
  type EmailCampaignSettings,
  emailCampaignSettings,
  emailCampaignSettingsError,
  emailCampaignVariables,
} from './email-campaigns.ts'
import { environment } from './environment.ts'
import { expectations } from './expectations.ts'
import { formLimits, formLimitVariables } from './form-limits.ts'
import { areProxies, isLoopback, isPublic, isRoot, listed, originOf } from './hosts.ts'
import { mailServersErrors } from './mail-servers.ts'
import { type Observability, observability, observabilityVariables } from './observability.ts'
import { photoBucket, photoSettingsError, photoVariables } from './photos.ts'
import { databaseError, mailServerError, secretError, senderError } from './production.ts'
import { type SealKeySettings, sealKeySettings, sealKeySettingsError, sealKeyVariables } from './seal-key.ts'
import { providerSettings, providerSettingsErrors, providerVariables } from './sign-in-providers.ts'

const port = z.coerce.number().int().min(0).max(65535)
const onOff = z.enum(['on', 'off'])

const settingsSchema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port.default(defaults.PORT),
  HOST: z.string().min(1).default(defaults.HOST),
  DATA_DIR: z.string().min(1).default('./data'),
  ...databaseVariables,
  /**
   * One server or a cluster (`esdb://a:2113,b:2113`), which WHATWG does not accept as a URL; the client checks the
   * rest.
   */
  EVENTSTORE_URL: z
    .string()
    .regex(/^esdb(\+discover)?:\/\/\S+$/, 'Use an address such as esdb://host:2113.')
    .optional(),
  /** Prefix of our stream names in EventStoreDB, where other programs use the server too. */
  EVENTSTORE_STREAM_PREFIX: z
    .string()
    .regex(
      /^[A-Za-z0-9][\w-]{0,62}-$/,
      'Use up to 64 letters, digits and hyphens that end with a hyphen, such as campaign-.',
    )
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Only the address; the display name is that of the campaign. */
  MAIL_FROM: z.email().max(255).optional(),
  /** At least 32 characters; its holder may report bounces and complaints. Unset: the webhook is off. */
  MAIL_EVENTS_SECRET: z.string().min(32).max(200).optional(),
  /** The mailbox for what mail servers send back, such as imaps://user:password@mail.example.org. */
  BOUNCES_IMAP_URL: z.url({ protocol: /^imaps?$/ }).optional(),
  /** Its address: mail servers and people who unsubscribe by email write to it. */
  BOUNCES_ADDRESS: z.email().max(255).optional(),
  /** on: each mail is returned to an address of its own, bounces+TOKEN@example.org. */
  BOUNCES_PLUS_ADDRESSES: onOff.default('off'),
  BOUNCES_AUTHENTICATED_BY: z
    .string()
    .regex(/^[\w.-]{1,255}$/)
    .optional(),
  /** The public URL of the site, such as https://www.example.org. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isRoot)
    .transform(originOf)
    .optional(),
  /** on: browsers use HTTPS only for every host below that of PUBLIC_URL, too. */
  HSTS_SUBDOMAINS: onOff.default('off'),
  /** Comma-separated addresses of the reverse proxies; X-Forwarded-For from anyone else is ignored. */
  TRUST_PROXY: z.string().transform(listed).refine(areProxies).default([]),
  /** At least 32 random bytes in base64; every key of the application is derived from them. */
  APP_SECRET: z.string().optional(),
  ...sealKeyVariables,
  /**
   * URL of an external moderator. It is asked first; when it does not answer, the policy’s model decides. Unset: only
   * the model.
   */
  MODERATION_URL: z.url({ protocol: /^https?$/ }).optional(),
  RATE_LIMITS: onOff.default('on'),
  ...formLimitVariables,
  /** off: profile photos cannot be uploaded. */
  PHOTOS: onOff.default('on'),
  /** Folder for profile photos, shared by all processes. Unset: DATA_DIR/photos. */
  PHOTOS_DIR: z.string().min(1).optional(),
  ...emailCampaignVariables,
  ...photoVariables,
  ...providerVariables,
  DEMO_CONTENT: onOff.optional(),
  /** Visitors per generation of page variations; four times as many beyond 50,000. */
  EVOLVE_EVERY: z.coerce.number().int().min(50).max(1_000_000).default(250),
  /** off: another server (Astro's, in development) serves the pages. */
  SERVE_SITE: onOff.default('on'),
  /** Takes a backup a day into this folder. Unset: none. */
  BACKUP_FOLDER: z.string().min(1).optional(),
  /** The newest so many of them are kept; at most 30, as the privacy page says. */
  BACKUP_KEEP: z.coerce.number().int().min(1).max(30).default(7),
  ...observabilityVariables,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
})

export type Config = Observability & {
  isProduction: boolean
  /** The site is reached over https: cookies are Secure, and browsers are told to keep using https. */
  isHttps: boolean
  hasHttpsSubdomains: boolean
  /** Users of this machine may read outgoing email at /dev/mail. */
  hasOutboxPages: boolean
  port: number
  host: string
  dataDir: string
  /** Unset: the embedded PostgreSQL in dataDir. */
  databaseUrl: string | undefined
  /** The most connections that the requests of this process share. */
  databaseConnections: number
  /** Unset: lists of the console are read where everything is. */
  databaseReadUrl: string | undefined
  /** Unset: the role of databaseUrl also migrates. */
  databaseMigrationUrl: string | undefined
  eventStoreUrl: string | undefined
  /** Prefix of our stream names there. */
  eventStoreStreamPrefix?: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  emailCampaignSending: EmailCampaignSettings
  /** null: the webhook is off. */
  mailEventsSecret: string | null
  bouncesImapUrl: string | undefined
  bouncesAddress: string | undefined
  hasPlusAddresses: boolean
  /** The name of our mail server in Authentication-Results. */
  bouncesAuthenticatedBy: string | undefined
  publicUrl: string | undefined
  trustProxy: string[]
  appSecret: string | undefined
  sealKey: SealKeySettings
  moderationUrl: string | null
  hasRateLimits: boolean
  formLimits: FormLimits
  hasPhotos: boolean
  photosDir: string
  /** null: photos are stored in photosDir. */
  photosBucket: BucketSettings | null
  /** null: switched off. */
  google: GoogleSettings | null
  facebook: FacebookSettings | null
  /** null: the site takes no backups by itself. */
  backups: { folder: string; keep: number } | null
  hasDemoContent: boolean
  evolveEvery: number
  servesSite: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
}

/** Some settings are wrong; the message names each one and what it should be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Pure: the same variables give the same settings. Throws ConfigError. */
export function parseConfig(variables: Record<string, string | undefined>): Config {
  const filled = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  )
  const malformed = (settingsSchema.safeParse(filled).error?.issues ?? []).map(({ path }) => path[0] as SettingName)
  const env = settingsSchema.parse(
    Object.fromEntries(Object.entries(filled).filter(([name]) => !isIn(malformed, name))),
  )
  const problems = [
    ...new Set(malformed.map((name) => `${name} must be ${expectations[name]}.`)),
    // A malformed setting looks like a missing one to the rules between settings.
    ...contradictions(env).filter((sentence) => !malformed.some((name) => sentence.includes(name))),
  ]
  if (problems.length > 0)
    throw new ConfigError(
      problems.length === 1
        ? (problems[0] ?? '')
        : `Please correct these settings:\n${problems.map((problem) => `- ${problem}`).join('\n')}`,
    )
  const isProduction = env.NODE_ENV === 'production'
  const publicHost = publicHostOf(env)
  return {
    isProduction,
    isHttps: env.PUBLIC_URL?.startsWith('https:') ?? false,
    hasHttpsSubdomains: env.HSTS_SUBDOMAINS === 'on',
    hasOutboxPages:
      !isProduction &&
      env.TRUST_PROXY.length === 0 &&
      isLoopback(env.HOST) &&
      (publicHost === null || isLoopback(publicHost)),
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: databaseUrl(env),
    databaseConnections: env.DATABASE_CONNECTIONS,
    databaseReadUrl: env.DATABASE_READ_URL,
    databaseMigrationUrl: databaseMigrationUrl(env),
    eventStoreUrl: env.EVENTSTORE_URL,
    eventStoreStreamPrefix: env.EVENTSTORE_STREAM_PREFIX,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? 'no-reply@example.org',
    emailCampaignSending: emailCampaignSettings(env),
    mailEventsSecret: env.MAIL_EVENTS_SECRET ?? null,
    bouncesImapUrl: env.BOUNCES_IMAP_URL,
    bouncesAddress: env.BOUNCES_ADDRESS,
    hasPlusAddresses: env.BOUNCES_PLUS_ADDRESSES === 'on',
    bouncesAuthenticatedBy: env.BOUNCES_AUTHENTICATED_BY,
    publicUrl: env.PUBLIC_URL,
    trustProxy: env.TRUST_PROXY,
    appSecret: env.APP_SECRET,
    sealKey: sealKeySettings(env),
    moderationUrl: env.MODERATION_URL ?? null,
    hasRateLimits: isProduction || env.RATE_LIMITS === 'on',
    formLimits: formLimits(env),
    hasPhotos: env.PHOTOS === 'on',
    photosDir: resolve(env.PHOTOS_DIR ?? join(env.DATA_DIR, 'photos')),
    photosBucket: photoBucket(env),
    ...providerSettings(env),
    backups: env.BACKUP_FOLDER ? { folder: resolve(env.BACKUP_FOLDER), keep: env.BACKUP_KEEP } : null,
    evolveEvery: env.EVOLVE_EVERY,
    hasDemoContent: !isProduction && env.DEMO_CONTENT !== 'off',
    servesSite: env.SERVE_SITE === 'on',
    ...observability(env, { isProduction }),
    logLevel: env.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
  }
}

type Variables = z.output<typeof settingsSchema>

const isIn = (names: readonly string[], name: string) => names.includes(name)
const publicHostOf = (env: Variables) => (env.PUBLIC_URL ? new URL(env.PUBLIC_URL).hostname : null)

/** Everything that is wrong with settings that are well-formed by themselves, a sentence each. */
function contradictions(env: Variables): string[] {
  const host = publicHostOf(env)
  const isInPublic = host !== null && isPublic(host)
  const isProduction = env.NODE_ENV === 'production'
  return [
    env.DATABASE_MIGRATION_URL && !env.DATABASE_URL
      ? 'DATABASE_MIGRATION_URL needs DATABASE_URL, the role that the server runs as.'
      : null,
    env.DATABASE_READ_URL && !databaseUrl(env)
      ? 'DATABASE_READ_URL needs DATABASE_URL, the primary of this replica: the embedded PostgreSQL has none.'
      : null,
    sameRoleError(env),
    missingHostError(env),
    ...providerSettingsErrors(env),
    photoSettingsError(env),
    ...mailServersErrors(env),
    emailCampaignSettingsError(env),
    sealKeySettingsError(env),
    env.METRICS_PORT !== undefined && env.METRICS_PORT !== 0 && env.METRICS_PORT === env.PORT
      ? `METRICS_PORT is the port of the site (${env.PORT}). Choose another, such as 9464.`
      : null,
    ...(isProduction ? unsafeProduction(env) : []),
    isInPublic && !isProduction
      ? `PUBLIC_URL is public (${env.PUBLIC_URL}), but the settings are those for development. Set NODE_ENV=production, or remove PUBLIC_URL.`
      : null,
    isInPublic && !env.PUBLIC_URL?.startsWith('https:')
      ? 'PUBLIC_URL must start with https://, or passwords and cookies can be read on the way.'
      : null,
  ].filter((sentence) => sentence !== null)
}

const unsafeProduction = (env: Variables): (string | null)[] => [
  secretError(env.APP_SECRET),
  env.PUBLIC_URL
    ? null
    : 'PUBLIC_URL is missing. Set it to the public URL of the site, such as https://www.example.org.',
  databaseError(databaseUrl(env)),
  mailServerError(env.SMTP_URL),
  senderError(env.MAIL_FROM),
]

type SettingName = keyof typeof settingsSchema.shape

/** Names of all settings. */
export const settings: readonly string[] = Object.keys(settingsSchema.shape)

export const loadConfig = (): Config => parseConfig(environment())
