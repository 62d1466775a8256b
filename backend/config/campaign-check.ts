import { z } from 'zod'
import type { Campaign } from '../../contract/campaign.ts'
import { ConfigError } from './config.ts'

const text = z.string().refine((value) => value.trim() !== '', 'must not be empty')
const link = z.url({
  protocol: /^https$/,
  hostname: z.regexes.domain,
  error: 'must be a link that starts with https://',
})
const color = z.string().regex(/^#[\da-f]{6}$/i, 'must be a color such as #0b1f3f')
const timeZone = z.string().refine(isTimeZone, 'must be an IANA time zone such as America/Indiana/Indianapolis')

const shape: z.ZodType<Campaign> = z.strictObject({
  candidate: text,
  office: text,
  districtShort: text,
  district: text,
  slogan: text,
  tagline: text,
  email: z.email('must be an email address'),
  donateUrl: link,
  social: z.array(z.strictObject({ kind: z.enum(['facebook', 'x', 'linkedin', 'youtube']), label: text, url: link })),
  paidForBy: text,
  postalAddress: text,
  timeZone,
  highlightedIssue: z.strictObject({ title: text, description: text }),
  launch: text,
  pledge: z.strictObject({ amount: text, deadline: text }),
  signupGoal: z.int('must be a whole number').min(1, 'must be at least 1'),
  confirmedOptIn: z.boolean('must be true or false'),
  maxRecipientsAlone: z.int('must be a whole number or null').min(1, 'must be at least 1').nullable(),
  colors: z.strictObject({ navy: color, gold: color, red: color, paper: color }),
})

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

/**
 * Validates what a campaign wrote into `contract/campaign.ts`. Throws ConfigError with one sentence that names each
 * wrong field.
 */
export function checkCampaign(campaign: Campaign): void {
  const checked = shape.safeParse(campaign)
  if (checked.success) return
  const wrong = checked.error.issues.map(({ path, message }) => `${path.join('.') || 'campaign'} ${message}`)
  throw new ConfigError(`Please correct contract/campaign.ts: ${wrong.join('; ')}.`)
}
