type ArticleLine = { kind: 'rule' } | { kind: 'heading' | 'subheading' | 'paragraph'; text: string }

/** An article line by line (§5): '---' a rule, '# ' a heading, '## ' a subheading, the rest paragraphs; blank lines part. */
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

/** What an article says of itself in lists, feeds and shared links: its excerpt, else its first paragraph, else its title. */
export function summaryOf({ title, excerpt, content }: { title: string; excerpt: string; content: string }): string {
  if (excerpt !== '') return excerpt
  const first = articleLines(content).find((line) => line.kind === 'paragraph')
  return first?.kind === 'paragraph' ? first.text : title
}
