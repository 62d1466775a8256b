/** Not allowed in XML 1.0, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to take out
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

const escaped = (text: string): string =>
  text
    .replace(forbidden, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

type Attributes = { [name: string]: string }

/** Finished XML, created by `element`. Any other text is escaped. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

/** `<name attribute="…">…</name>`; strings among the children are text and are escaped. */
export function element(name: string, attributes: Attributes, ...children: (Markup | string)[]): Markup {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ')
  if (children.length === 0) return new Markup(`<${start}/>`)
  return new Markup(
    `<${start}>${children.map((child) => (child instanceof Markup ? child.text : escaped(child))).join('')}</${name}>`,
  )
}

/** A whole document, one child per line. */
export function xml(root: string, attributes: Attributes, children: readonly Markup[]): string {
  const lines = children.flatMap((child) =>
    ['  ', child, '\n'].map((part) => (typeof part === 'string' ? new Markup(part) : part)),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, attributes, new Markup('\n'), ...lines)}\n`
}
