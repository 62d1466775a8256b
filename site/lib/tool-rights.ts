import type { StaffRight } from '../../records/staff-rights.ts'

/** The tools beside the console, and the rights of which each opens one. */
export const toolRights = {
  moderation: ['forum'],
  'email-campaigns': ['drafts', 'figures'],
  imports: ['imports', 'donations'],
  'genetic-analytics': ['page-tests'],
} as const satisfies { [tool: string]: readonly StaffRight[] }
