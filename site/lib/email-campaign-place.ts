import type { StaffRight } from '../../records/staff-rights.ts'
import { paths } from './paths.ts'

/** The tabs of /email-campaigns in the order of administration §2, with the right that opens each. */
export const emailCampaignTabs = [
  { id: 'segments', label: 'Segments Overview', right: 'figures' },
  { id: 'send', label: 'Send Campaigns', right: 'drafts' },
  { id: 'analytics', label: 'Analytics', right: 'figures' },
] as const satisfies readonly { id: string; label: string; right: StaffRight }[]
export type EmailCampaignTab = (typeof emailCampaignTabs)[number]['id']

/**
 * The place that the address names. `tab` null: one that does not exist. `campaign`: in Send Campaigns its ledger and
 * recipients, in Analytics its figures. `compose`: a draft in the editor.
 */
export type EmailCampaignPlace = {
  tab: EmailCampaignTab | null
  emailCampaign: number | null
  compose: number | 'new' | null
}

export const isEmailCampaignTab = (word: unknown): word is EmailCampaignTab =>
  emailCampaignTabs.some(({ id }) => id === word)

const idIn = (word: string | null) => (word !== null && /^[1-9]\d{0,9}$/.test(word) ? Number(word) : null)

/** '?tab=send&campaign=7' → a place. */
export function emailCampaignPlaceIn(search: string): EmailCampaignPlace {
  const words = new URLSearchParams(search)
  const word = words.get('tab')
  const tab = word === null ? 'segments' : isEmailCampaignTab(word) ? word : null
  const compose = words.get('compose')
  return {
    tab,
    emailCampaign: tab === 'segments' ? null : idIn(words.get('campaign')),
    compose: tab !== 'send' ? null : compose === 'new' ? 'new' : idIn(compose),
  }
}

export function emailCampaignAddress(
  { tab, emailCampaign = null, compose = null }: { tab: EmailCampaignTab } & Partial<EmailCampaignPlace>,
  query: [string, string][] = [],
): string {
  const words = new URLSearchParams([['tab', tab]])
  if (emailCampaign !== null) words.set('campaign', String(emailCampaign))
  else if (compose !== null) words.set('compose', String(compose))
  for (const [name, value] of query) words.append(name, value)
  return `${paths.emailCampaigns}?${words}`
}
