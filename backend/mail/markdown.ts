import MarkdownIt from 'markdown-it'
import { Html } from './html.ts'
import { hasMark, withoutMarks } from './merge-fields.ts'

const isAllowed = (url: string) => /^(https:\/\/[^\s/?#]|mailto:[^\s?]+@)/i.test(url) && !hasMark(url)

// What staff write and every mail program shows: no HTML, no pictures, no code.
const markdown = new MarkdownIt('commonmark', { html: false, breaks: true, linkify: true })
markdown.disable(['html_block', 'html_inline', 'image', 'code', 'fence', 'backticks', 'reference', 'lheading'])
markdown.enable('linkify')
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
markdown.validateLink = isAllowed
const { normalizeLinkText } = markdown
markdown.normalizeLinkText = (url) => normalizeLinkText(url).replace(/^mailto:/i, '')

// Entities and escapes, while they are still apart from the text with the marks of fields.
markdown.core.ruler.before('text_join', 'foreign_marks', ({ tokens }) => {
  for (const token of tokens)
    for (const child of token.children ?? [])
      if (child.type === 'text_special') child.content = withoutMarks(child.content)
})

type Token = ReturnType<(typeof markdown)['parse']>[number]

/** Mail programs take inline styles everywhere, and style sheets only in part. */
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
 * The text of a campaign mail in both forms. Links lead to https or to an address; anything else stays text.
 * `linkColor`: on white. `mark`: what stands for the target of a web link.
 */
export function renderMarkdown(
  source: string,
  { linkColor, mark }: { linkColor: string; mark: (url: string) => string },
): { html: Html; text: string } {
  const tokens = markdown.parse(source, {})
  for (const token of tokens) {
    // The mail has its own heading.
    if (token.tag.startsWith('h') && token.tag !== 'hr') token.tag = token.tag === 'h1' ? 'h2' : 'h3'
    if (token.nesting >= 0) style(token, styles[token.tag])
    for (const child of token.children ?? [])
      if (child.type === 'link_open') {
        style(child, `color:${linkColor};word-break:break-word`)
        const target = String(child.attrGet('href') ?? '')
        child.meta = { target }
        const title = child.attrGet('title')
        if (title !== null) child.attrSet('title', withoutMarks(String(title)))
        if (/^https:/i.test(target)) child.attrSet('href', mark(target))
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
      case 'inline':
        write(inlineText(token.children ?? []), isTight && wasInList)
        break
    }
    if (token.type === 'inline' || token.type === 'hr') wasInList = lists.length > 0
  }
  return text
}

/** 'our plan (https://example.org/plan)'. */
function inlineText(tokens: readonly Token[]): string {
  let text = ''
  let link = { target: '', shown: '', from: 0 }
  for (const token of tokens) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') text += '\n'
    else if (token.type === 'link_open') {
      const [target, shown] = [token.meta?.target, token.attrGet('href')].map((url) =>
        String(url ?? '').replace(/^mailto:/i, ''),
      )
      link = { target: target ?? '', shown: shown ?? '', from: text.length }
    } else if (token.type === 'link_close') {
      // An address that stands in the text stays as it is written.
      if (text.slice(link.from) !== link.target) text += ` (${link.shown})`
    } else text += token.content
  }
  return text
}
