import MarkdownIt from 'markdown-it'

type ArticleLine = { kind: 'rule' } | { kind: 'heading' | 'subheading' | 'paragraph'; text: string }

/** An article line by line (§5): '---' is a rule, '# ' a heading, '## ' a subheading, any other line a paragraph. */
export function articleLines(content: string): ArticleLine[] {
  return content
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      if (line === '---') return { kind: 'rule' }
      if (line.startsWith('# ')) return { kind: 'heading', text: line.slice(2).trim() }
      if (line.startsWith('## ')) return { kind: 'subheading', text: line.slice(3).trim() }
      return { kind: 'paragraph', text: line }
    })
}

const markdown = new MarkdownIt('zero', { html: false }).enable(['link', 'emphasis', 'escape'])
const { normalizeLink } = markdown
/** 'www.example.org' is an address without https://. */
markdown.normalizeLink = (url) => normalizeLink(/^www\.[^\s/?#.]+\.[^\s/?#.]/i.test(url) ? `https://${url}` : url)
/** Other sites, our own pages, mail and phone: no scripts, and no files. */
markdown.validateLink = (url) => /^(?:https?:\/\/|\/(?!\/)|mailto:|tel:)/i.test(url)

/** A line as HTML: `[words](https://…)` is a link, `**words**` bold, `*words*` italic; everything else stands as typed. */
export const lineHtml = (text: string): string => markdown.renderInline(text)

/** A line without the signs of its links and emphasis. */
const lineWords = (text: string): string =>
  markdown
    .parseInline(text, {})
    .flatMap(({ children }) => children ?? [])
    .map(({ content }) => content)
    .join('')

/** An article's summary for lists, feeds and shared links: its excerpt, else its first paragraph, else its title. */
export function summaryOf({ title, excerpt, content }: { title: string; excerpt: string; content: string }): string {
  if (excerpt !== '') return excerpt
  const first = articleLines(content).find((line) => line.kind === 'paragraph')
  return first?.kind === 'paragraph' ? lineWords(first.text) : title
}
