import { nullableGroup, nullablePublicText } from './fields.ts'
import { agreedLabel, notRecorded } from './names.ts'
import type { ValueOf, Values } from './values.ts'
import { agreement } from './wordings.ts'

const claimed = 'A link or a browser claims it; values that look like an email address are never kept.'
/* @__NO_SIDE_EFFECTS__ */
const part = (max: number, label: string) => nullablePublicText(max, { label, impersonal: claimed })

/** The parts of a source. A part that nothing told is null; one that cannot be kept is 'other'. */
export const source = {
  utmSource: part(100, 'utm_source'),
  utmMedium: part(100, 'utm_medium'),
  utmCampaign: part(100, 'utm_campaign'),
  utmContent: part(100, 'utm_content'),
  utmTerm: part(100, 'utm_term'),
  /** From `?s=`, for short links on paper. */
  code: part(40, 'Short code'),
  referrer: part(100, 'Referring site'),
  landingPage: part(100, 'First page'),
  /** Number of an email campaign and of a link in it, such as '7.3'. */
  mailLink: part(20, 'Email campaign and link'),
}

/* @__NO_SIDE_EFFECTS__ */
const group = (label: string) => nullableGroup(source, { label, impersonal: claimed })

/** Facts that the server records of an act of a visitor. Null: not recorded, because the act is older. All parts null: none. */
export const origin = {
  /** Where the visit began, up to 30 days before. */
  firstSource: group('First source'),
  /** The address of the page with the form. */
  actSource: group('Act source'),
  /** The view of the home page to which conversions are credited. */
  viewId: nullablePublicText(32, { label: 'Page view', impersonal: 'The program makes it.' }),
  /** Also null where the form sent none that the site ever showed. */
  wording: nullableGroup(agreement, { label: agreedLabel, impersonal: 'It names words of the campaign.' }),
}

/** In an event: absent where the act is older, or no visitor did it. */
export type Origin = { [Name in keyof typeof origin]?: ValueOf<(typeof origin)[Name]> | undefined }

/** Stands between the parts of a source's name. */
export const nameStep = ' / '

/**
 * A source in as few words as a column has room for, by which lists are filtered and sorted: the tags of a link, else the
 * code of a short link, else the email campaign, else the site before ours.
 */
export function sourceName(from: Values<typeof source> | null): string {
  if (!from) return notRecorded
  const { utmSource, utmMedium, utmCampaign, code, mailLink, referrer } = from
  const tags = [utmSource, utmMedium, utmCampaign].filter(Boolean)
  if (tags.length > 0) return tags.join(nameStep).normalize()
  if (mailLink && !code) return `Email campaign ${mailLink.replace('.', `${nameStep}link `)}`
  return code ?? referrer ?? 'None'
}

/** True for a source of this name, or one whose name begins with these parts. */
export const isFrom = (name: string, asked: string): boolean => name === asked || name.startsWith(asked + nameStep)
