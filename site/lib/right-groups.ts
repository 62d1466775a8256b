import type { SetRight } from '../../records/staff-sets.ts'

/** The rights that a role of the campaign's own can hold, as a form lists them; every such role opens the console. */
export const rightGroups = [
  { label: 'What people send in', rights: ['prayers', 'endorsements', 'forum', 'settings'] },
  { label: 'The site', rights: ['news', 'events', 'guests', 'short-links', 'page-tests'] },
  { label: 'People', rights: ['people', 'volunteers', 'donations', 'imports', 'export'] },
  { label: 'Email campaigns', rights: ['drafts', 'recipients', 'send'] },
  { label: 'Overview', rights: ['figures', 'colleagues', 'actions', 'operations'] },
] as const satisfies { label: string; rights: readonly SetRight[] }[]
