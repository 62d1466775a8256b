import type { z } from 'zod'

/**
 * The fields that admins can use in an email: `{{firstName}}`, or `{{firstName|friend}}` with a fallback for unknown
 * names.
 */
export const mergeFields = ['firstName', 'siteName'] as const

const written = /\{\{([^{}|]*)(?:\|[^{}]*)?\}\}/g

/** Names of unknown fields, as written. */
export const unknownFields = (text: string): string[] =>
  [...text.matchAll(written)]
    .map(([, name = '']) => name.trim())
    .filter((name) => !mergeFields.some((one) => one === name))

const own = 'Use {{firstName}} or {{siteName}}.'

/**
 * Merge tags of other tools: Mailchimp, Constant Contact, SendGrid, Brevo, Liquid, templates in code, one brace, Salesforce,
 * Keap, Mailgun, Word, numbers signs, Campaign Monitor, and a name that was to be filled in by hand. Then templates in
 * ASP style, Zoho, Bloomerang, a name between two signs of any kind or in brackets, and what follows a greeting.
 */
const foreignTag = new RegExp(
  [
    /\*\|[^|\n]{1,60}\|\*|%%[^%\n]{1,60}%%|\[\[[^\]\n]{1,60}\]\]|<<[^<>\n]{1,60}>>|\{%[^%\n]{1,80}%\}|\{{3}[^{}\n]{1,60}\}{3}/,
    /(?<!\{)\{\$?[A-Za-z_][\w .|~:-]{0,40}\}(?!\})|%[A-Z][A-Z_]{2,40}%|(?<!\w)-[A-Za-z]{2,20}_[A-Za-z_]{2,20}-(?!\w)/,
    /\{![A-Za-z][\w.]{0,60}\}|~[A-Za-z]{1,30}\.[\w.]{1,60}~|%(?![A-Fa-f]{2}[._])[A-Za-z]{1,30}[._][\w.]{1,60}%/,
    /«(?:[A-Z][a-z]{1,20}_?[A-Z]\w{0,40}|[A-Za-z]{1,20}_\w{1,40})»|##\w{2,40}##|(?<![\w#/])#[A-Z][A-Z_]{2,40}#|%\[\w[^\]\n]{0,40}\]%|\[-[\w ]{2,40}-\](?!\()|\[unsubscribe\w{0,9}\](?!\()/,
    /\[(?:(?:[Yy]our |[Ff]irst|[Ll]ast|[Ff]ull|FIRST|LAST|FULL)[ _]?)?(?:[Nn]ame|NAME)(?:,[^\]\n]{0,60})?\](?!\()/,
    /<%[^%\n]{1,80}%>|\[%[^%\n]{1,80}%\]|\$\[[^\]\n]{1,60}\]\$|\*\[\w{1,30}\.\w{1,30}\]\*|!\*[A-Z_]{2,40}\*!|«(?:First|Last|Full) Name»/,
    /(?<!\w)([@#$^|:]{1,2})(?:[\w.]{1,30}:)?\w{0,30}(?:[Nn]ame|NAME)\1(?!\w)/,
    /\[\$?(?:[\w.]{1,30}[:_ ])?(?:[Ff]irst|[Ll]ast|[Ff]ull|[FfLl]|FIRST|LAST|FULL)_?(?:[Nn]ame|NAME)\](?!\()|\[[A-Z][a-z]{1,20} Name\](?!\()/,
    /\b(?:Dear|Hello|Hi|Hey) (?:\[[^\]\n]{1,30}\](?!\()|X{2,20}\b|_{3,20})/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** `{{ firstName | default: "friend" }}`: these words would appear in the email. */
const foreignFallback = /\{\{[^{}]*\|\s*(?:default|fallback)\s*:[^{}]*\}\}/i

/** `{{firstName|**friend**}}`: the words behind the line are no Markdown. */
const markedFallback = /\{\{[^{}|]*\|[^{}]*(?:\*\*|__|~~|`|\]\(|<\/?[a-z])[^{}]*\}\}/i

/** Refuses text whose braces, or tags of another tool, would be sent as they are. */
export function rejectUnknownFields(text: string | null, context: z.RefinementCtx<string | null>): void {
  const [tag] = foreignTag.exec(text ?? '') ?? foreignFallback.exec(text ?? '') ?? []
  const [unknown] = unknownFields(text ?? '')
  const [half] = /\{\{.{0,30}|.{0,30}\}\}/.exec((text ?? '').replace(written, '')) ?? []
  const [fallback] = markedFallback.exec(text ?? '') ?? []
  if (tag !== undefined) context.addIssue(`${tag} is a merge tag of another tool, which we cannot fill in. ${own}`)
  else if (unknown !== undefined) context.addIssue(`We can’t fill in {{${unknown}}}. ${own}`)
  else if (half !== undefined) context.addIssue(`“${half}” is half of a merge field. ${own}`)
  else if (fallback !== undefined)
    context.addIssue(`${fallback} would arrive with these signs. Use words only behind |.`)
}

/** Brackets written as entities, which would arrive as a tag. */
const writtenTag = /&(?:lt|#60|#x3c);\/?[a-z][^&<>\n]{0,60}&(?:gt|#62|#x3e);/i

const picture = /!\[[^\]\n]*\] ?[([]/
const htmlTag =
  /<\/?[a-z][\w-]*(?::[a-z][\w-]*)?(?:[\s/][^<>]*)?>|<[a-z]+\s+[a-z-]+=[^\s]{0,40}|<!--|<!(?:\[?[a-z])[^<>]{0,40}|<\?[a-z]\w*/i

/** Refuses text that our emails cannot hold, wherever it is written. */
export function rejectPicturesAndHtml(text: string | null, context: z.RefinementCtx<string | null>): void {
  const [tag] = htmlTag.exec(text ?? '') ?? writtenTag.exec(text ?? '') ?? []
  if (picture.test(text ?? ''))
    context.addIssue('Emails cannot hold pictures. Link to a page that shows it: [See the photo](https://…).')
  else if (tag !== undefined)
    context.addIssue(
      `${tag} is HTML, and would arrive as you see it. Use Markdown, such as **bold** or [a link](https://…).`,
    )
}

const markup = /\*\*[^*\s][^*]*\*\*|__[^_\s][^_]*__|~~[^~\s][^~]*~~|\[[^\]]+\]\([^)]*\)|^#{1,6} /

/** Refuses a line that would arrive with the signs of Markdown or HTML in it: mail programs show it as it is. */
export function rejectMarkup(line: string | null, context: z.RefinementCtx<string | null>): void {
  const [found] = markup.exec(line ?? '') ?? htmlTag.exec(line ?? '') ?? []
  if (found !== undefined) context.addIssue(`“${found}” would arrive as you see it. Use plain words here.`)
}
