import { paths } from './paths.ts'

/** The tabs of /email-campaigns in the order of administration §2. */
export const campaignTabs = [
  { id: 'segments', label: 'Segments Overview' },
  { id: 'send', label: 'Send Campaigns' },
  { id: 'analytics', label: 'Analytics' },
] as const
export type CampaignTab = (typeof campaignTabs)[number]['id']

/**
 * The place that the address names. `tab` null: one that does not exist. `campaign`: in Send Campaigns its ledger and
 * recipients, in Analytics its figures. `compose`: a draft in the editor.
 */
export type CampaignPlace = { tab: CampaignTab | null; campaign: number | null; compose: number | 'new' | null }

export const isCampaignTab = (word: unknown): word is CampaignTab => campaignTabs.some(({ id }) => id === word)

const idIn = (word: string | null) => (word !== null && /^[1-9]\d{0,9}$/.test(word) ? Number(word) : null)

/** '?tab=send&campaign=7' → a place. */
export function campaignPlaceIn(search: string): CampaignPlace {
  const words = new URLSearchParams(search)
  const word = words.get('tab')
  const tab = word === null ? 'segments' : isCampaignTab(word) ? word : null
  const compose = words.get('compose')
  return {
    tab,
    campaign: tab === 'segments' ? null : idIn(words.get('campaign')),
    compose: tab !== 'send' ? null : compose === 'new' ? 'new' : idIn(compose),
  }
}

/** The address of a place. */
export function campaignAddress(
  { tab, campaign = null, compose = null }: { tab: CampaignTab } & Partial<CampaignPlace>,
  query: [string, string][] = [],
): string {
  const words = new URLSearchParams([['tab', tab]])
  if (campaign !== null) words.set('campaign', String(campaign))
  else if (compose !== null) words.set('compose', String(compose))
  for (const [name, value] of query) words.append(name, value)
  return `${paths.emailCampaigns}?${words}`
}
