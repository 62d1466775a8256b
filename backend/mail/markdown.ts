import MarkdownIt from 'markdown-it'
import { Html } from './html.ts'
import { hasMark, marksInUrl, withoutMarks } from './merge-fields.ts'

/**
 * The allowed targets of a link in an email. A field may be part of its address, but must not decide the site or
 * number.
 */
const leadsSomewhere = /^(https?:\/\/[^\s/?#]+|mailto:[^\s?]+@[^\s?]+|(?:tel|sms):\+?[\d().%-]+)/i
const isAllowed = (url: string) => {
  const [place] = leadsSomewhere.exec(url) ?? []
  return place !== undefined && !hasMark(place) && URL.canParse(url)
}

// The subset that admins need and every mail program shows: no HTML, no pictures, no indented code.
const markdown = new MarkdownIt('commonmark', { html: false, breaks: true, linkify: true })
markdown.disable(['html_block', 'html_inline', 'image', 'code'])
markdown.enable(['linkify', 'strikethrough'])
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
// 'www.example.org' as people write it.
markdown.linkify.add('www.', {
  validate: (text, from) =>
    /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/[^\s<>"]*[^\s<>".,;:!?)])?/.exec(text.slice(from))?.[0].length ?? 0,
  normalize(match) {
    match.url = `https://${match.url}`
  },
})
markdown.validateLink = isAllowed
const { normalizeLink, normalizeLinkText } = markdown
/** '[our plan](www.example.org)' leads to https, as 'www.example.org' does. */
const withScheme = (url: string) => (/^www\.[^\s/?#.]+\.[^\s/?#.]/i.test(url) ? `https://${url}` : url)
// A field in the name of a host would be reduced to its Punycode.
markdown.normalizeLink = (url) => (/^(?:\w+:\/\/|www\.)[^/?#]*\uE000/i.test(url) ? url : normalizeLink(withScheme(url)))
const escapeMark = '\uE003'
const withoutScheme = (url: string) => url.replace(/^(?:mailto|tel|sms):/i, '')
/** Letters of other alphabets are readable; escaped spaces and signs stay escaped, or the address would end there. */
markdown.normalizeLinkText = (url) =>
  withoutScheme(normalizeLinkText(url.replace(/%(?=[0-7])/g, escapeMark)))
    .replaceAll(escapeMark, '%')
    .replace(/[\s\p{Z}\p{Cf}]/gu, encodeURIComponent)

// Handles entities and escapes while they are still separate from the text with the marks of fields.
markdown.core.ruler.before('text_join', 'foreign_marks', ({ tokens }) => {
  for (const token of tokens)
    for (const child of token.children ?? [])
      if (child.type === 'text_special') child.content = withoutMarks(child.content)
})

// The words that no rule recognized as Markdown, before escaped characters are mixed in.
markdown.core.ruler.before('text_join', 'written_words', ({ tokens, env }) => {
  env.words = tokens.filter(({ type }) => type === 'inline').map(({ children }) => wordsOf(children ?? []))
})

/** The text of each paragraph as it is sent, without escaped characters and addresses that became links. */
export function writtenWords(source: string): string[] {
  const env: { words?: string[] } = {}
  markdown.parse(source, env)
  return env.words ?? []
}

function wordsOf(tokens: readonly Token[]): string {
  let isAddress = false
  let inLink = ''
  const words = tokens.map((token) => {
    inLink = token.type === 'link_open' ? '' : inLink + token.content
    if (token.type === 'link_open') isAddress = token.markup !== ''
    if (token.type === 'link_open' && token.attrGet('href') === '') return '[]('
    if (token.type === 'link_close') isAddress = false
    if (token.type === 'link_close' && inLink.trim() === '') return '[](\u0000)'
    if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n'
    if (token.tag === 'em' || token.tag === 'strong') return '\uE002'
    return token.type === 'text' && !isAddress ? token.content : '\u0000'
  })
  return words.join('')
}

type Token = ReturnType<(typeof markdown)['parse']>[number]

/** Mail programs support inline styles everywhere, and style sheets only in part. */
const styles: { [tag: string]: string } = {
  p: 'margin:0 0 16px',
  ul: 'margin:0 0 16px;padding-left:24px',
  ol: 'margin:0 0 16px;padding-left:24px',
  li: 'margin:0 0 6px',
  h2: 'margin:8px 0;font-family:Georgia,serif;font-size:22px;line-height:1.3',
  h3: 'margin:8px 0;font-family:Georgia,serif;font-size:18px;line-height:1.3',
  blockquote: 'margin:0 0 16px;padding-left:16px;border-left:3px solid #a0aec0',
  hr: 'margin:24px 0;border:0;border-top:1px solid #a0aec0',
}

/**
 * The text of a campaign email in both forms. Links lead to https or to an email address; other links stay text.
 * `linkColor`: on white. `mark`: the placeholder for the target of a web link.
 */
export function renderMarkdown(
  source: string,
  { linkColor, mark }: { linkColor: string; mark: (url: string) => string },
): { html: Html; text: string } {
  const tokens = markdown.parse(source, {})
  for (const token of tokens) {
    // The email has its own heading.
    if (token.tag.startsWith('h') && token.tag !== 'hr') token.tag = token.tag === 'h1' ? 'h2' : 'h3'
    if (token.nesting >= 0) style(token, styles[token.tag])
    for (const child of token.children ?? [])
      if (child.type === 'link_open') {
        style(child, `color:${linkColor};word-break:break-word`)
        const target = String(child.attrGet('href') ?? '')
        child.meta = { target }
        const title = child.attrGet('title')
        if (title !== null) child.attrSet('title', withoutMarks(String(title)))
        // A link with a field leads somewhere else for each person, so its clicks are not counted.
        if (hasMark(target)) child.attrSet('href', marksInUrl(target))
        else if (/^https?:/i.test(target)) child.attrSet('href', mark(target))
      }
  }
  return { html: new Html(markdown.renderer.render(tokens, markdown.options, {})), text: textOf(tokens) }
}

function style(token: Token, css: string | undefined): void {
  if (css !== undefined) token.attrSet('style', css)
}

function textOf(tokens: readonly Token[]): string {
  const lists: { next: number | null }[] = []
  let quotes = 0
  let marker = ''
  let isTight = false
  let text = ''
  function write(words: string, isNextItem: boolean) {
    const margin = '> '.repeat(quotes) + '  '.repeat(Math.max(0, lists.length - 1))
    const first = `${margin}${marker || ' '.repeat(lists.length && 2)}`
    const lines = words.split('\n').join(`\n${margin}${' '.repeat(first.length - margin.length)}`)
    text += `${text === '' ? '' : isNextItem ? '\n' : '\n\n'}${first}${lines}`
    marker = ''
  }
  let wasInList = false
  for (const token of tokens) {
    switch (token.type) {
      case 'bullet_list_open':
        lists.push({ next: null })
        break
      case 'ordered_list_open':
        lists.push({ next: Number(token.attrGet('start') ?? 1) })
        break
      case 'bullet_list_close':
      case 'ordered_list_close':
        lists.pop()
        wasInList = lists.length > 0
        break
      case 'list_item_open': {
        const list = lists.at(-1)
        marker = typeof list?.next === 'number' ? `${list.next++}. ` : '- '
        break
      }
      case 'blockquote_open':
        quotes++
        break
      case 'blockquote_close':
        quotes--
        break
      case 'paragraph_open':
        isTight = token.hidden
        break
      case 'hr':
        write('---', false)
        break
      case 'fence':
        write(token.content.trimEnd(), false)
        break
      case 'inline':
        write(inlineText(token.children ?? []), isTight && wasInList)
        break
    }
    if (token.type === 'inline' || token.type === 'hr') wasInList = lists.length > 0
  }
  return text
}

/** An address in the text as it reads in the target of its link. */
const asShown = (words: string) => withoutScheme(markdown.normalizeLink(words))

/** 'our plan (https://example.org/plan)'. */
function inlineText(tokens: readonly Token[]): string {
  let text = ''
  let link = { target: '', shown: '', from: 0 }
  for (const token of tokens) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') text += '\n'
    else if (token.type === 'link_open') {
      const [target, shown] = [token.meta?.target, token.attrGet('href')].map((url) => withoutScheme(String(url ?? '')))
      link = { target: target ?? '', shown: shown ?? '', from: text.length }
    } else if (token.type === 'link_close') {
      // An address in the text stays as it is written.
      const words = text.slice(link.from)
      if (![words, `https://${words}`, asShown(words)].includes(link.target)) text += ` (${link.shown})`
    } else text += token.content
  }
  return text
}
