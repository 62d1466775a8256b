/**
 * Everything that names the campaign. A campaign edits this file and `site/components/Portrait.astro`, and nothing else.
 * It reaches the browser and the server alike, so that it is a plain object without imports; `backend/config/campaign-check.ts`
 * reads it over at every build and start. Texts of the Issues page are in `site/content`.
 */
export type Campaign = {
  candidate: string
  office: string
  /** Two-letter postal code and number, as on a ballot. */
  districtShort: string
  district: string
  slogan: string
  tagline: string
  email: string
  /** Outside page that takes donations; the site itself takes none. */
  donateUrl: string
  social: { kind: 'facebook' | 'x' | 'linkedin' | 'youtube'; label: string; url: string }[]
  paidForBy: string
  /** IANA name; public dates are told in this zone. */
  timeZone: string
  highlightedIssue: { title: string; description: string }
  launch: string
  pledge: { amount: string; deadline: string }
  /** Signups that fill the supporter tracker. */
  signupGoal: number
  /** Hex colours; the darker shades and the dark scheme in `site/styles/tokens.css` are chosen to go with these. */
  colours: { navy: string; gold: string; red: string; paper: string }
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
  timeZone: 'America/Indiana/Indianapolis',
  highlightedIssue: {
    title: 'Freedom you can live on',
    description:
      'Lower barriers to work, build and own. Government that stays inside the Constitution, and answers to the people who pay for it.',
  },
  launch: 'August 1, 2025',
  pledge: { amount: '$200,000', deadline: 'January 31, 2026' },
  signupGoal: 20,
  colours: { navy: '#0b1f3f', gold: '#f2b632', red: '#b3202c', paper: '#faf7f0' },
}

/** How the campaign signs: on pages, in mails, in feeds. */
export const campaignName = `${campaign.candidate} ${campaign.office}`
