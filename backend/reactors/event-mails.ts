import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { Cause } from '../mail/unsent-mails.ts'

/** The reactor `writer` writes an email again by reacting to the same event. */
export const causedBy = (writer: string, { stream, revision }: Pick<Recorded, 'stream' | 'revision'>): Cause => ({
  writer,
  about: `${stream}@${revision}`,
})

/** The event that such an email is about. */
export function eventOf({ about }: Pick<Cause, 'about'>): { stream: string; revision: number } {
  const at = about.lastIndexOf('@')
  return { stream: about.slice(0, at), revision: Number(about.slice(at + 1)) }
}
