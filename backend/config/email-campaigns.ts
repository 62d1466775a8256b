import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { expectations } from './expectations.ts'
import { listed } from './hosts.ts'

const perSecond = z.coerce.number().positive().max(10_000).optional()

/** Settings of campaign mail, beside SMTP_URL. */
export const emailCampaignVariables = {
  /** Open connections to the mail server, per process. */
  MAIL_CONNECTIONS: z.coerce.number().int().min(1).max(100).default(10),
  /** Emails per second, of all processes together: in total, and to one mailbox provider. Unset: no limit. */
  MAIL_RATE: perSecond,
  MAIL_RATE_PER_PROVIDER: perSecond,
  /** Comma-separated addresses outside of the domain of MAIL_FROM at which replies to email campaigns may arrive. */
  MAIL_REPLY_ADDRESSES: z
    .string()
    .transform(listed)
    .pipe(z.array(z.email().max(255)).max(20))
    .default([]),
  DKIM_DOMAIN: z.string().min(1).max(255).optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[\w.-]+$/)
    .optional(),
  /** PEM, with \n for line breaks. */
  DKIM_PRIVATE_KEY: z.string().optional(),
}

type Variables = z.infer<z.ZodObject<typeof emailCampaignVariables>>

export type EmailCampaignSettings = {
  connections: number
  perSecond: number | null
  perProvider: number | null
  /** Addresses at which replies may arrive, beside those of the sender’s domain. */
  replyAddresses: readonly string[]
  /** Null: email is not signed here. */
  dkim: { domainName: string; keySelector: string; privateKey: string } | null
}

const pemOf = (env: Variables) => env.DKIM_PRIVATE_KEY?.replaceAll('\\n', '\n') ?? ''

/** One sentence about settings that contradict each other; null when they agree. */
export function emailCampaignSettingsError(env: Variables): string | null {
  const given = [env.DKIM_DOMAIN, env.DKIM_SELECTOR, env.DKIM_PRIVATE_KEY].filter(Boolean).length
  if (given === 0) return null
  if (given < 3) return 'Set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY together, or none of them.'
  return isPrivateKey(pemOf(env)) ? null : `DKIM_PRIVATE_KEY must be ${expectations.DKIM_PRIVATE_KEY}.`
}

function isPrivateKey(pem: string): boolean {
  try {
    createPrivateKey(pem)
    return true
  } catch {
    return false
  }
}

export const emailCampaignSettings = (env: Variables): EmailCampaignSettings => ({
  connections: env.MAIL_CONNECTIONS,
  perSecond: env.MAIL_RATE ?? null,
  perProvider: env.MAIL_RATE_PER_PROVIDER ?? null,
  replyAddresses: env.MAIL_REPLY_ADDRESSES,
  dkim:
    env.DKIM_DOMAIN && env.DKIM_SELECTOR
      ? { domainName: env.DKIM_DOMAIN, keySelector: env.DKIM_SELECTOR, privateKey: pemOf(env) }
      : null,
})
