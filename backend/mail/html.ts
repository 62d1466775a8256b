const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Safe between tags and inside quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** Finished HTML; only the tag below makes it, so that a plain string can never slip in unescaped. */
export class Html {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

type Part = string | Html | Html[]

const write = (part: Part): string => {
  if (typeof part === 'string') return escapeHtml(part)
  return Array.isArray(part) ? part.map(({ source }) => source).join('') : part.source
}

/** HTML with every value escaped, unless it is HTML of this tag itself. */
export const html = (fixed: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(String.raw({ raw: fixed }, ...parts.map(write)))
