import type { z } from 'zod'

/**
 * The fields that admins can use in an email: `{{firstName}}`, or `{{firstName|friend}}` with a fallback for unknown
 * names.
 */
export const mergeFields = ['firstName', 'siteName'] as const

const written = /\{\{\s*([^{}|]*?)\s*(?:\|[^{}]*)?\}\}/g

/** Names of unknown fields, as written. */
export const unknownFields = (text: string): string[] =>
  [...text.matchAll(written)].map(([, name = '']) => name).filter((name) => !mergeFields.some((one) => one === name))

const own = 'Use {{firstName}} or {{siteName}}.'

/** Merge tags of other tools: Mailchimp, Constant Contact, SendGrid, Brevo, Liquid, templates in code, one brace. */
const foreignTag =
  /\*\|[^|\n]{1,60}\|\*|%%[^%\n]{1,60}%%|\[\[[^\]\n]{1,60}\]\]|<<[^<>\n]{1,60}>>|\{%[^%\n]{1,80}%\}|\{{3}[^{}\n]{1,60}\}{3}|(?<!\{)\{\$?[A-Za-z_][\w .|-]{0,40}\}(?!\})|%[A-Z][A-Z_]{2,40}%|-[A-Z]{2,20}_[A-Z_]{2,20}-/

/** `{{ firstName | default: "friend" }}`: these words would appear in the email. */
const foreignFallback = /\{\{[^{}]*\|\s*(?:default|fallback)\s*:[^{}]*\}\}/i

/** Refuses text whose braces, or tags of another tool, would be sent as they are. */
export function refuseUnknownFields(text: string | null, context: z.RefinementCtx<string | null>): void {
  const [tag] = foreignTag.exec(text ?? '') ?? foreignFallback.exec(text ?? '') ?? []
  const [unknown] = unknownFields(text ?? '')
  if (tag !== undefined) context.addIssue(`${tag} is a merge tag of another tool, which we cannot fill in. ${own}`)
  else if (unknown !== undefined) context.addIssue(`We can’t fill in {{${unknown}}}. ${own}`)
}

const picture = /!\[[^\]\n]*\] ?[([]/
const htmlTag = /<\/?[a-z][\w-]*(?:\s[^<>]*)?\/?>|<!--/i

/** Refuses text that our emails cannot hold, wherever it is written. */
export function refusePicturesAndHtml(text: string | null, context: z.RefinementCtx<string | null>): void {
  const [tag] = htmlTag.exec(text ?? '') ?? []
  if (picture.test(text ?? ''))
    context.addIssue('Emails cannot hold pictures. Link to a page that shows it: [See the photo](https://…).')
  else if (tag !== undefined)
    context.addIssue(
      `${tag} is HTML, and would arrive as you see it. Use Markdown, such as **bold** or [a link](https://…).`,
    )
}
