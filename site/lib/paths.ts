/** Every address a link or a redirect may name. */
export const paths = {
  home: '/',
  about: '/about',
  issues: '/issues',
  volunteer: '/volunteer',
  forum: '/forum',
  news: '/news',
  newsFeed: '/news/feed.xml',
  events: '/events',
  cancelRsvp: '/events/cancel',
  donate: '/donate',
  /** Leads on to the outside donation page; the server counts the click. */
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
  privacy: '/privacy',
  terms: '/terms',
} as const

export const settingsTabs = ['profile', 'notifications', 'security'] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** Settings with one of its tabs open. */
export const settingsPath = (tab: SettingsTab) => `${paths.settings}?tab=${tab}`

/** The sign-in, and from there back to the page that needs it. */
export const signInFor = ({ pathname, search }: { pathname: string; search: string }) =>
  `${paths.login}?next=${encodeURIComponent(pathname + search).replaceAll('%2F', '/')}`

/** The second step of a sign-in, which leads on to `next`. */
export const codePath = (next: string) =>
  next === paths.dashboard ? paths.code : `${paths.code}?${new URLSearchParams({ next })}`

/** The page of one article. */
export const articlePath = (id: number) => `${paths.news}/${id}`

export type Path = (typeof paths)[keyof typeof paths]

/** The page of one event, and its file for calendar programs. */
export const eventPath = (id: number) => `${paths.events}/${id}`
export const eventCalendarPath = (id: number) => `${eventPath(id)}/calendar.ics`
/** The guest list of an event, as a file for admins. */
export const guestFilePath = (id: number) => `/api/admin/events/${id}/rsvps/export`
/** All active events, for a calendar program to subscribe to. */
export const calendarPath = `${paths.events}/calendar.ics`

/** A category of the forum and a thread as pages of their own, for readers without scripts and for search engines. */
export const forumCategoryPath = (slug: string) => `${paths.forum}/${slug}`
/** Of the pages of older threads the first has the oldest. */
export const forumOlderPath = (slug: string, page: number) => `${forumCategoryPath(slug)}/older/${page}`
export const forumFeedPath = (slug: string) => `${forumCategoryPath(slug)}/feed.xml`
export const forumThreadPath = (id: number) => `${paths.forum}/threads/${id}`

/** Sign in, and come back to `next`. */
export const loginFor = (next: string) => `${paths.login}?next=${encodeURIComponent(next)}`

/** The links of the navigation bar and of the drawer, in their order. */
export const navigation: { path: Path; label: string }[] = [
  { path: paths.home, label: 'Home' },
  { path: paths.about, label: 'About' },
  { path: paths.issues, label: 'Issues & Vision' },
  { path: paths.volunteer, label: 'Volunteer HQ' },
  { path: paths.forum, label: 'Community Forum' },
  { path: paths.news, label: 'News' },
  { path: paths.events, label: 'Events' },
  { path: paths.endorsements, label: 'Endorsements' },
  { path: paths.prayers, label: 'Prayers' },
]

/** Where a sign-in leads: the page the person came from, if it is ours, else their dashboard. */
export function afterSignIn(search: string): string {
  const next = new URLSearchParams(search).get('next')
  if (next === null || !next.startsWith('/')) return paths.dashboard
  const here = 'https://here.invalid'
  const target = URL.parse(next, here)
  return target?.origin === here ? target.pathname + target.search + target.hash : paths.dashboard
}
