import type { Decider, Fact } from '../../kernel/eventlog/decider.ts'

/** `route`: method and pattern, such as 'GET /api/admin/users'. */
type Attempt = { userId: number; route: string }

export type AccessDenialCommand = Fact<'RefuseAccess', Attempt>
/** A signed-in person, or an API key, asked for what it has no right to. */
export type AccessDenialEvent = Fact<'AccessRefused', Attempt>

/** One stream per person, or per API key of theirs, and day. `day`: such as 2026-11-03. */
export const accessDenialStream = ({ id, apiKeyId }: { id: number; apiKeyId?: number }, day: string) =>
  `access-refusals-${id}${apiKeyId === undefined ? '' : `-key-${apiKeyId}`}-${day}`

/** Enough for an admin to see a pattern; the limit keeps one person or program from filling the log. */
const maxPerDay = 20

/** Each route is recorded once a day per person or API key. */
export const accessDenials: Decider<readonly string[], AccessDenialCommand, AccessDenialEvent> = {
  initialState: [],
  decide({ data }, routes) {
    if (routes.includes(data.route) || routes.length >= maxPerDay) return []
    return [{ type: 'AccessRefused', data }]
  },
  evolve: (routes, event) => [...routes, event.data.route],
}
