import { increment, type RowChange, update } from '../kernel/projector/projection.ts'

type Given = { subject: string; email: string; firstName?: string | null | undefined }

/** A person gave an address. The latest name counts, and a missing name does not erase it. */
export const known = ({ subject, email, firstName }: Given): RowChange[] => [
  increment('supporters', { subject }, { mentions: 1 }),
  update('supporters', { subject }, firstName ? { email, first_name: firstName } : { email }),
]
