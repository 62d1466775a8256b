import type { z } from 'zod'

/** Characters of a link as a mail program gets it, percent-encoded. */
export const maxMailLink = 2000

const webLink = /<https?:[^<>\n]*>|https?:[^\s<>)]+/gi

const encodedLength = (link: string) => encodeURI(link.replaceAll('%', '_')).length

/** Refuses the text of an email with a link whose clicks we could not count. */
export function rejectLongLinks(text: string | null, context: z.RefinementCtx<string | null>): void {
  const isLong = (text ?? '').match(webLink)?.some((link) => encodedLength(link.replace(/^<|>$/g, '')) > maxMailLink)
  if (isLong) context.addIssue('A link in this text is longer than 2,000 characters. Use a shorter one.')
}
