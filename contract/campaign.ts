import { facts, words } from '#own-campaign'
import { perReviewed, type ReviewedItem } from './topic-words.ts'

/**
 * Everything that names the campaign: the defaults of the product, with the campaign's own folder laid over them
 * (docs/campaign.md). The server reads that folder; in the site, the build puts the result in as a literal. The words of
 * the pages are in `site/content`; `backend/config/campaign-check.ts` validates this file at every build and start.
 */
export type Campaign = {
  candidate: string
  office: string
  /** Two-letter state code and number, as on a ballot. */
  districtShort: string
  /** As a badge on the portrait. */
  district: string
  /** The represented area, in full; and the state, for search engines. */
  area: string
  state: string
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
  /** Name of supporters, in the tracker of the home page and as a badge on their dashboard. */
  supporters: string
  supporterBadge: string
  /** The wall of prayers. Off: the site does not mention it, and visitors cannot send prayers. */
  hasPrayers: boolean
  launch: string
  pledge: { amount: string; deadline: string }
  /** Number of signups that fills the supporter tracker, and the next goals after it, ascending. */
  signupGoal: number
  furtherGoals: number[]
  /** Hours that volunteers have given so far, on the volunteer page; null shows no figure. */
  hoursLogged: number | null
  /** Emails that confirm a submission and say what happens next: once per person. */
  acknowledgments: {
    signUp: boolean
    volunteer: boolean
    account: boolean
    /** With the calendar file and the link to cancel. */
    rsvp: boolean
  } & { [Item in ReviewedItem]: boolean }
  /**
   * People get an email when their prayer or endorsement is approved or rejected (the reason stays with the team), when
   * their post waited or was refused and is decided, and when a post they reported is.
   */
  decisionMails: boolean
  /**
   * The hour, 0 to 23, from which admins get a daily email about items that wait for them, if there are any; null:
   * never.
   */
  digestHour: number | null
  /** Admins get a mail when an account or personal data may be at risk (`reactors/security-alerts.ts`). */
  securityAlerts: boolean
  /** Campaign email goes only to confirmed addresses. Off: every new address is on the list at once. */
  confirmedOptIn: boolean
  /** The number of recipients up to which one admin may send without another’s approval; null: no limit. */
  maxRecipientsAlone: number | null
  /**
   * Hex colors: the dark ground of header and footer, highlights on it, main buttons, and the ground of the pages. All
   * others, and the dark scheme, are derived from them (`brand/palette.ts`).
   */
  colors: { night: string; accent: string; primary: string; paper: string }
  /**
   * The share of visitors, 0.01 to 0.5, who see the home page as built while variations are tested: what the test brings is
   * measured against them.
   */
  controlShare: number
  /** Drawn in the logo, the icon of the tab and the picture for shared links. */
  emblem: 'torch' | 'star'
  /** Drawn behind headings, and in place of missing pictures. */
  landscape: 'fields' | 'hills'
}

export const campaign: Campaign = facts({
  candidate: 'Your Candidate',
  office: 'for Congress',
  districtShort: 'IN-4',
  district: 'Indiana’s 4th',
  area: 'Indiana’s 4th congressional district',
  state: 'Indiana',
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
  supporters: 'patriots',
  supporterBadge: 'Freedom Supporter',
  hasPrayers: true,
  launch: 'August 1, 2025',
  pledge: { amount: '$200,000', deadline: 'January 31, 2026' },
  signupGoal: 20,
  furtherGoals: [50, 100, 250, 500, 1000, 2500, 5000, 10_000],
  hoursLogged: 1248,
  acknowledgments: { signUp: true, volunteer: true, ...perReviewed('item', () => true), account: true, rsvp: true },
  decisionMails: true,
  digestHour: 8,
  securityAlerts: true,
  confirmedOptIn: false,
  maxRecipientsAlone: null,
  controlShare: 0.05,
  colors: { night: '#0b1f3f', accent: '#f2b632', primary: '#b3202c', paper: '#faf7f0' },
  emblem: 'torch',
  landscape: 'fields',
})

/** Longer texts in a separate object, so that they reach only the pages that show them. */
export type CampaignTexts = {
  /**
   * Alternatives for the home page, once an admin approves them: headlines that follow the candidate’s name, and
   * issues. An id always stands for the same text: change both.
   */
  pageTest: {
    headlines: { id: string; text: string }[]
    issues: { id: string; title: string; description: string }[]
  }
  /**
   * The categories of the forum, in order. An id never changes, since threads refer to it; a slug is the category’s
   * name in addresses (/forum/policy-discussion).
   */
  forumCategories: { id: number; name: string; slug: string; description: string; color: CategoryColor }[]
}

/** Colors that the site has for a forum category. */
export const categoryColors = ['blue', 'green', 'red', 'yellow', 'gray'] as const
type CategoryColor = (typeof categoryColors)[number]

/** Ways in which people can offer to help, on the volunteer form. */
export const volunteerInterests: readonly string[] = words('volunteerInterests', [
  'Canvassing',
  'Phone Banking',
  'Digital Marketing',
  'Event Planning',
  'Data Entry',
  'Research',
])

/** Facts that the privacy page cannot know by itself. */
export type Privacy = {
  /** The company behind MODERATION_URL, which gets the words of forum posts; empty: none does. */
  outsideModerator: string
}

export const privacy: Privacy = words('privacy', { outsideModerator: '' })

export const campaignTexts: CampaignTexts = {
  pageTest: words('pageTest', {
    headlines: [
      { id: 'neighbors', text: 'for Our Neighbors' },
      { id: 'freedom', text: 'for Your Freedom' },
      { id: 'families', text: 'for Working Families' },
      { id: 'honesty', text: 'for Honest Government' },
      { id: 'constitution', text: 'for the Constitution' },
      { id: 'heartland', text: 'for the Heartland' },
      { id: 'future', text: 'for a Freer Future' },
    ],
    issues: [
      {
        id: 'liberty',
        title: 'Your rights come first',
        description:
          'Speech, faith, self-defense and privacy belong to you. Every bill should be read, and every vote explained, with that in mind.',
      },
      {
        id: 'innovation',
        title: 'Tech that works for you',
        description:
          'Open competition, data you control and room to build. Good jobs should grow here, not only on the coasts.',
      },
      {
        id: 'prosperity',
        title: 'Keep more of what you earn',
        description:
          'Simpler taxes, honest budgets and fewer hurdles for farms and small businesses, so that work pays for families again.',
      },
    ],
  }),
  forumCategories: words('forumCategories', [
    {
      id: 1,
      name: 'Policy Discussion',
      slug: 'policy-discussion',
      description: 'Liberty, taxes, defense and everything else a representative votes on.',
      color: 'blue',
    },
    {
      id: 2,
      name: 'Technology & Innovation',
      slug: 'technology-innovation',
      description: 'Open technology, privacy, and the jobs they bring to the district.',
      color: 'green',
    },
    {
      id: 3,
      name: 'Campaign Events',
      slug: 'campaign-events',
      description: 'Rallies, town halls and meetings: before, during and after.',
      color: 'red',
    },
    {
      id: 4,
      name: 'General',
      slug: 'general',
      description: 'Anything else that matters to the district.',
      color: 'gray',
    },
  ]),
}

/** The name of the campaign on pages, in mails and in feeds. */
export const campaignName = `${campaign.candidate} ${campaign.office}`

/** The sender information and colors of every email. */
export const letterhead = {
  siteName: campaignName,
  paidForBy: campaign.paidForBy,
  postalAddress: campaign.postalAddress,
  contact: campaign.email,
  colors: campaign.colors,
}
