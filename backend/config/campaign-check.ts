import { z } from 'zod'
import { unreadable } from '../../brand/palette.ts'
import { type Campaign, type CampaignTexts, categoryColors, type Privacy } from '../../contract/campaign.ts'
import { maxLength } from '../../contract/hero-text.ts'
import { perReviewed } from '../../contract/topic-words.ts'
import { ConfigError } from './config.ts'
import { isPublic } from './hosts.ts'
import { ownCampaign } from './own-campaign.ts'
import { sampleFields } from './sample-campaign.ts'

const text = z.string().refine((value) => value.trim() !== '', 'must not be empty')
const link = z.url({
  protocol: /^https$/,
  hostname: z.regexes.domain,
  error: 'must be a link that starts with https://',
})
const isOn = z.boolean('must be true or false')
const color = z.string().regex(/^#[\da-f]{6}$/i, 'must be a color such as #0b1f3f')
const timeZone = z.string().refine(isTimeZone, 'must be an IANA time zone such as America/Indiana/Indianapolis')

const goal = z.int('must be a whole number').min(1, 'must be at least 1')

const shape: z.ZodType<Campaign> = z.strictObject({
  candidate: text,
  office: text,
  districtShort: text,
  district: text,
  area: text,
  state: text,
  slogan: text,
  tagline: text,
  email: z.email('must be an email address'),
  donateUrl: link,
  social: z.array(z.strictObject({ kind: z.enum(['facebook', 'x', 'linkedin', 'youtube']), label: text, url: link })),
  paidForBy: text,
  postalAddress: text,
  timeZone,
  highlightedIssue: z.strictObject({ title: text, description: text }),
  supporters: text,
  supporterBadge: text,
  hasPrayers: isOn,
  launch: text,
  pledge: z.strictObject({ amount: text, deadline: text }),
  signupGoal: goal,
  furtherGoals: z.array(goal),
  hoursLogged: z.int('must be a whole number or null').min(0, 'must not be negative').nullable(),
  acknowledgments: z.strictObject({
    signUp: isOn,
    volunteer: isOn,
    account: isOn,
    rsvp: isOn,
    ...perReviewed('item', () => isOn),
  }),
  decisionMails: isOn,
  digestHour: z.int('must be an hour from 0 to 23, or null').min(0).max(23, 'must be an hour from 0 to 23').nullable(),
  securityAlerts: isOn,
  confirmedOptIn: isOn,
  maxRecipientsAlone: z.int('must be a whole number or null').min(1, 'must be at least 1').nullable(),
  controlShare: z.number('must be a number').min(0.01, 'must be at least 0.01').max(0.5, 'must be at most 0.5'),
  colors: z.strictObject({ night: color, accent: color, primary: color, paper: color }),
  emblem: z.enum(['torch', 'star'], 'must be torch or star'),
  landscape: z.enum(['fields', 'hills'], 'must be fields or hills'),
})

/** Limits of the space that the hero reserves. */
const upTo = (max: number) => text.max(max, `must have at most ${max} characters`)
const id = z.string().regex(/^[a-z][a-z-]*$/, 'must be a word in small letters')

const texts: z.ZodType<CampaignTexts> = z.strictObject({
  pageTest: z.strictObject({
    headlines: z.array(z.strictObject({ id, text: upTo(maxLength.headline) })),
    issues: z.array(
      z.strictObject({ id, title: upTo(maxLength.issueTitle), description: upTo(maxLength.issueDescription) }),
    ),
  }),
  forumCategories: z
    .array(
      z.strictObject({
        id: z.int('must be a whole number').min(1, 'must be at least 1'),
        name: upTo(100),
        slug: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be words in small letters, joined by hyphens'),
        description: text,
        color: z.enum(categoryColors, `must be one of ${categoryColors.join(', ')}`),
      }),
    )
    .min(1, 'must name at least one category')
    .refine((all) => isUnique(all.map(({ id }) => id)), 'must give each category an id of its own')
    .refine((all) => isUnique(all.map(({ slug }) => slug)), 'must give each category a slug of its own'),
})

const interests = z
  .array(upTo(40))
  .min(1, 'must name at least one interest')
  .max(20, 'must name at most 20 interests')
  .refine(isUnique, 'must name each interest only once')

/** Longer names make mail servers refuse the header. */
const longestAuthor = 200
const unseen = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u

/** Why the campaign’s name cannot be part of `From`, which every email has; empty when it can. */
function unwritableAuthor({ candidate, office }: Campaign): string[] {
  if (candidate.length + office.length > longestAuthor)
    return [`candidate and office must have at most ${longestAuthor} characters together`]
  return Object.entries({ candidate, office }).flatMap(([field, words]) => {
    if (words.includes('=?')) return [`${field} must not contain =?, which mail programs take for encoded words`]
    return unseen.test(words)
      ? [`${field} must be one line without invisible characters: every mail has it as the name of its sender`]
      : []
  })
}

/** Throws ConfigError while the campaign still has sample values, so that no site goes public as 'Your Candidate'. */
export function rejectSampleCampaign(campaign: Campaign): void {
  const notice = sampleNotice(campaign)
  if (notice !== null) throw new ConfigError(notice)
}

/** Throws ConfigError when posts would go to a company of which the privacy page says nothing. */
export function rejectUnnamedModerator(moderationUrl: string | null, { outsideModerator }: Privacy): void {
  const host = moderationUrl === null ? '' : new URL(moderationUrl).hostname
  // A name without a dot is that of a container.
  const isOurs = !host.includes('.') || !isPublic(host)
  if (isOurs || outsideModerator.trim() !== '') return
  throw new ConfigError(
    `MODERATION_URL sends forum posts to ${host}, but the privacy page says that they never leave your servers. Name the company in ${ownCampaign.ownFile('texts.json')}, as {"privacy": {"outsideModerator": "Its name"}}, and build again.`,
  )
}

/** Task of an operator while the campaign still has sample values; null when it has none. */
export function sampleNotice(campaign: Campaign, own = ownCampaign): string | null {
  const left = sampleFields(campaign)
  const sentences = [
    ...(left.length === 0
      ? []
      : [
          `The campaign still has sample values (${left.join(', ')}). Write your own into ${own.ownFile('campaign.json')} (docs/campaign.md), then build again.`,
        ]),
    ...(own.hasSampleZipCodes
      ? [`${own.ownFile('zip-codes.csv')} is the example. List the ZIP codes of your district there, or remove it.`]
      : []),
  ]
  return sentences.join(' ') || null
}

function isUnique(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

/**
 * Validates the campaign with its own folder laid over it, and that text is readable on its colors. Throws ConfigError
 * that names each wrong field and its file. `isWhole`: see `mistakes` of `openCampaignFolder`.
 */
export function checkCampaign(
  campaign: Campaign,
  campaignTexts: CampaignTexts,
  volunteerInterests: readonly string[],
  { isWhole = false } = {},
): void {
  const mistakes = ownCampaign.mistakes({ isWhole })
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'))
  const wrongIn = (checked: { error?: z.ZodError }[]) =>
    checked.flatMap(({ error }) =>
      (error?.issues ?? []).map(({ path, message }) => `${path.join('.') || 'campaign'} ${message}`),
    )
  const wrongFacts = wrongIn([shape.safeParse(campaign)])
  const wrongTexts = wrongIn([
    texts.safeParse(campaignTexts),
    z.object({ volunteerInterests: interests }).safeParse({ volunteerInterests }),
  ])
  const beyond = wrongFacts.length === 0 ? [...unwritableAuthor(campaign), ...unreadable(campaign.colors)] : []
  const sentences = [
    { file: ownCampaign.fileOf('campaign.json'), wrong: [...wrongFacts, ...beyond] },
    { file: ownCampaign.fileOf('texts.json'), wrong: wrongTexts },
  ].flatMap(({ file, wrong }) => (wrong.length === 0 ? [] : [`Please correct ${file}: ${wrong.join('; ')}.`]))
  if (sentences.length > 0) throw new ConfigError(sentences.join('\n'))
}
