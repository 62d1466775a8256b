/**
 * Everything that names the campaign. A campaign edits only this file and `site/components/Portrait.astro`. It is used
 * by both the browser and the server, so it is a plain object without imports; `backend/config/campaign-check.ts`
 * validates it at every build and start. The texts of the Issues page are in `site/content`.
 */
export type Campaign = {
  candidate: string
  office: string
  /** Two-letter state code and number, as on a ballot. */
  districtShort: string
  district: string
  slogan: string
  tagline: string
  email: string
  /** External page that accepts donations; the site itself accepts none. */
  donateUrl: string
  social: { kind: 'facebook' | 'x' | 'linkedin' | 'youtube'; label: string; url: string }[]
  paidForBy: string
  /** Where letters reach the campaign; mail to many people must name it (15 U.S.C. 7704). */
  postalAddress: string
  /** IANA name; public dates are shown in this zone. */
  timeZone: string
  highlightedIssue: { title: string; description: string }
  launch: string
  pledge: { amount: string; deadline: string }
  /** Number of signups that fills the supporter tracker. */
  signupGoal: number
  /** Campaign mail goes only to addresses that were confirmed. Off: whoever gave an address is on the list at once. */
  confirmedOptIn: boolean
  /** How many people one admin may write to without the approval of another; null: any number. */
  maxRecipientsAlone: number | null
  /** Hex colors; the darker shades and the dark scheme in `site/styles/tokens.css` were chosen to match them. */
  colors: { navy: string; gold: string; red: string; paper: string }
}

export const campaign: Campaign = {
  candidate: 'Your Candidate',
  office: 'for Congress',
  districtShort: 'IN-4',
  district: 'Indiana’s 4th',
  slogan: 'Defend Freedom, Empower Hoosiers',
  tagline: 'A campaign of neighbors for liberty, opportunity and honest government in Indiana’s 4th district.',
  email: 'hello@example.org',
  donateUrl: 'https://example.org/donate',
  social: [
    { kind: 'facebook', label: 'Facebook', url: 'https://example.org/facebook' },
    { kind: 'x', label: 'X', url: 'https://example.org/x' },
    { kind: 'linkedin', label: 'LinkedIn', url: 'https://example.org/linkedin' },
    { kind: 'youtube', label: 'YouTube', url: 'https://example.org/youtube' },
  ],
  paidForBy: 'Paid for by Your Candidate for Congress',
  postalAddress: '100 Main Street, Your City, IN 46000',
  timeZone: 'America/Indiana/Indianapolis',
  highlightedIssue: {
    title: 'Freedom you can live on',
    description:
      'Lower barriers to work, build and own. Government that stays inside the Constitution, and answers to the people who pay for it.',
  },
  launch: 'August 1, 2025',
  pledge: { amount: '$200,000', deadline: 'January 31, 2026' },
  signupGoal: 20,
  confirmedOptIn: false,
  maxRecipientsAlone: null,
  colors: { navy: '#0b1f3f', gold: '#f2b632', red: '#b3202c', paper: '#faf7f0' },
}

/** The name of the campaign on pages, in mails and in feeds. */
export const campaignName = `${campaign.candidate} ${campaign.office}`

/** What every mail says about its sender, and in which colors. */
export const letterhead = {
  siteName: campaignName,
  paidForBy: campaign.paidForBy,
  postalAddress: campaign.postalAddress,
  colors: campaign.colors,
}
