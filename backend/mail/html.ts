const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Safe in element content and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** Escaped HTML; only the tag below creates it, so that a plain string can never slip in unescaped. */
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

/** HTML with every value escaped, except values that were created by this tag. */
export const html = (fixed: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(String.raw({ raw: fixed }, ...parts.map(write)))
