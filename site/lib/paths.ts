/** Every address a link or a redirect may name. */
export const paths = {
  home: '/',
  about: '/about',
  issues: '/issues',
  volunteer: '/volunteer',
  forum: '/forum',
  news: '/news',
  events: '/events',
  donate: '/donate',
  prayers: '/prayers',
  endorsements: '/endorsements',
  login: '/login',
  setup: '/setup',
  dashboard: '/dashboard',
  profile: '/profile',
  settings: '/settings',
  admin: '/admin',
  privacy: '/privacy',
  terms: '/terms',
} as const

export type Path = (typeof paths)[keyof typeof paths]

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
