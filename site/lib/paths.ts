import { campaign } from '../../contract/campaign.ts'
import { ownPathOf } from '../../contract/own-path.ts'

export const paths = {
  home: '/',
  /** The mailing list's form on the home page. */
  signUp: '/#sign-up',
  about: '/about',
  issues: '/issues',
  volunteer: '/volunteer',
  forum: '/forum',
  news: '/news',
  newsFeed: '/news/feed.xml',
  events: '/events',
  cancelRsvp: '/events/cancel',
  offCalendar: '/events/off-calendar',
  unsubscribe: '/unsubscribe',
  myCampaign: '/my-campaign',
  confirmSubscription: '/confirm-subscription',
  subscribeAgain: '/subscribe-again',
  donate: '/donate',
  /** Redirects to the external donation page; the server counts the click. */
  donateLink: '/go/donate',
  prayers: '/prayers',
  endorsements: '/endorsements',
  login: '/login',
  verifyLink: '/login/verify',
  code: '/login/code',
  confirmEmail: '/login/email',
  google: '/api/auth/google',
  facebook: '/api/auth/facebook',
  setup: '/setup',
  dashboard: '/dashboard',
  profile: '/profile',
  settings: '/settings',
  admin: '/admin',
  moderation: '/moderation',
  emailCampaigns: '/email-campaigns',
  imports: '/imports',
  geneticAnalytics: '/genetic-analytics',
  /** The top of the home page, shown inside a frame; it counts nothing. */
  heroPreview: '/genetic-analytics/preview',
  privacy: '/privacy',
  terms: '/terms',
} as const

export const settingsTabs = ['profile', 'notifications', 'security'] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** Settings with one of its tabs open. */
export const settingsPath = (tab: SettingsTab) => `${paths.settings}?tab=${tab}`

/** The page about the mail to an address; without one, it asks for it. */
export const mailToPerson = (email?: string) =>
  `${paths.emailCampaigns}/person${email === undefined ? '' : `?${new URLSearchParams({ email })}`}`

/** The sign-in page, and then back to the page that needs it. */
export const signInFor = ({ pathname, search }: { pathname: string; search: string }) =>
  `${paths.login}?next=${encodeURIComponent(pathname + search).replaceAll('%2F', '/')}`

/** The second step of signing in, and then `next`. */
export const codePath = (next: string) =>
  next === paths.dashboard ? paths.code : `${paths.code}?${new URLSearchParams({ next })}`

/** Without the question mark where nothing is asked. */
export function withQuery(path: string, query: URLSearchParams): string {
  const words = String(query)
  return words === '' ? path : `${path}?${words}`
}

/** The page of an article. */
export const articlePath = (id: number) => `${paths.news}/${id}`

export type Path = (typeof paths)[keyof typeof paths]

/** The page of an event, and its calendar file. */
export const eventPath = (id: number) => `${paths.events}/${id}`
export const eventCalendarPath = (id: number) => `${eventPath(id)}/calendar.ics`
/** The guest list of an event, as a file for admins. */
/** `source`: of those guests alone; empty: of all. */
export const guestFilePath = (id: number, source: string) =>
  withQuery(`/api/admin/events/${id}/rsvps/export`, new URLSearchParams(source === '' ? {} : { source }))
/** A table of the console as a file for admins. */
export const tableExportPath = (table: 'actions' | 'people' | 'volunteers' | 'donations', format: 'csv' | 'json') =>
  `/api/admin/exports/${table}?format=${format}`
/** The mailing list as a file for admins. */
export const emailExportPath = (format: 'csv' | 'json') => `/api/admin/emails/export?format=${format}`
/** The recipients of an email campaign with their outcomes, as a file for admins. */
export const recipientExportPath = (id: number, format: 'csv' | 'json') =>
  `/api/email-campaigns/${id}/export?format=${format}`
/** Raw measurements as a file for admins. */
export const measurementsPath = (table: string, format: 'csv' | 'parquet') =>
  `/api/genetic-test/export?table=${table}&format=${format}`
/** The results of one email campaign, or of each, as a file for admins. */
export const emailCampaignFiguresPath = (id: number) => `/api/email-campaigns/${id}/analytics/export`
export const allFiguresPath = '/api/email-campaigns/analytics/export'
/** The calendar that programs subscribe to. */
export const calendarPath = `${paths.events}/calendar.ics`

/** A page of what does not fit on the first page of a list; page 1 has the oldest. */
export const olderPath = (list: string, page: number) => `${list}/older/${page}`

/** A forum category and a thread as static pages, for readers without scripts and for search engines. */
export const forumCategoryPath = (slug: string) => `${paths.forum}/${slug}`
export const forumFeedPath = (slug: string) => `${forumCategoryPath(slug)}/feed.xml`
export const forumThreadPath = (id: number) => `${paths.forum}/threads/${id}`

/** The sign-in page, and then `next`. */
export const loginFor = (next: string) => `${paths.login}?next=${encodeURIComponent(next)}`

/** The links of the navigation bar and of the drawer, in order. */
export const navigation: { path: Path; label: string }[] = [
  { path: paths.home, label: 'Home' },
  { path: paths.about, label: 'About' },
  { path: paths.issues, label: 'Issues & Vision' },
  { path: paths.volunteer, label: 'Volunteer HQ' },
  { path: paths.forum, label: 'Community Forum' },
  { path: paths.news, label: 'News' },
  { path: paths.events, label: 'Events' },
  { path: paths.endorsements, label: 'Endorsements' },
  ...(campaign.hasPrayers ? [{ path: paths.prayers, label: 'Prayers' }] : []),
]

/** Where to go after signing in: the page people came from, if it is ours, else their dashboard. */
export const afterSignIn = (search: string): string =>
  ownPathOf(new URLSearchParams(search).get('next') ?? '') ?? paths.dashboard
