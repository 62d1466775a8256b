import { renderMarkdown, writtenWords } from './markdown.ts'
import { createMarks } from './merge-fields.ts'

const link = 'Use an address that begins with https://, http://, mailto:, tel: or sms:, without spaces.'

/** The remains of Markdown that no rule recognized, and how to fix them. Bounded, so that many brackets take no time. */
const leftovers: readonly [RegExp, string][] = [
  [/\[\]\(\0\)/, 'A link needs words between its [ ], or people cannot see it.'],
  [/!?\[[^\]\n]{0,200}\](?:\(|[ \n]\(\0)[^)\n]*\)?/, link],
  [/\]\(\0?/, link],
  [/\([^)\n]{1,200}\)\[\0\]?/, 'A link has its words in [ ] and its address in ( ).'],
  [/\[[^\]\n]{1,200}\]\{?\0/, 'A link has its words in [ ] and its address in ( ).'],
  [/\[\/(?:b|i|u|url|img|color|size|quote|list)\]/i, 'Use Markdown, such as **bold**.'],
  [/\[[^\]\n]{1,200}\]\[[^\]\n]{0,200}\]/, link],
  [/^(?:\[[ xX]\] |\[\^[^\]\n]+\])/m, 'Emails have no check boxes and no footnotes.'],
  [/^\|?[ \t]*:?-{3,}:?[ \t]*(?:\|[ \t]*:?-{3,}:?[ \t]*)+\|?$/m, 'Emails have no tables. Use a list.'],
  [
    /\*\uE002[^\uE002\n]{0,40}|\uE002[^\uE002\n]{0,40}\uE002\*/,
    'Italic and bold text need as many asterisks behind as in front.',
  ],
  [/\*\*[^*\n]{0,40}/, 'Bold text needs two asterisks on both sides, directly at its words.'],
  [/(?<![\w_])__[^\s_][^_\n]{0,40}/, 'Bold text needs two underscores on both sides, directly at its words.'],
  [/~~\S[^~\n]{0,40}/, 'Crossed-out text needs ~~ on both sides, directly at its words.'],
  [/^#{2,6}[^\s#].{0,40}/m, 'A heading needs a space after its number signs.'],
  [/```/, 'Text between ``` needs these three signs on a line of their own, before and after it.'],
]

/** One sentence about text that would arrive as raw Markdown; null when it would not. */
export function rawMarkdown(source: string): string | null {
  const placed = createMarks({ siteName: '' }).place(source)
  const words = writtenWords(placed)
  for (const [shape, advice] of leftovers)
    for (const paragraph of words) {
      const [found] = shape.exec(paragraph) ?? []
      if (found !== undefined) return `“${readable(found)}” would arrive as you see it. ${advice}`
    }
  const { text } = renderMarkdown(placed, { linkColor: '', mark: (url) => url })
  if (source.trim() !== '' && !/[\p{L}\p{N}\p{S}]/u.test(text)) return 'This text has no words that would arrive.'
  const [asLink] = escapedLink.exec(text) ?? []
  return asLink === undefined ? null : `“${readable(asLink)}” would arrive as you see it. ${link}`
}

/** With a backslash before its bracket: the address is a link, and the words in front of it are not. */
const escapedLink = /\[[^\]\n]{1,200}\]\((?:https?|mailto|tel|sms):[^\s)]{0,60}/i

const readable = (text: string) => {
  const words = text
    .replace(/\uE000[^\uE001]*\uE001/g, '{{…}}')
    .replaceAll('\u0000', '…')
    .replaceAll('\uE002', '')
    .trim()
  return words.length <= 60 ? words : `${words.slice(0, 59).toWellFormed()}…`
}
