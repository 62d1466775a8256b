import { createHash } from 'node:crypto'

const inlineElement = /<(script|style)(?:\s[^>]*)?>([\s\S]*?)<\/\1>/g

/**
 * Astro allows, by hash, every inline script and style of any page of the site. A page needs only a few: only the
 * hashes of elements in this HTML are kept. Hashes are never added here, so a script in user content is not allowed
 * just because it is present.
 */
export function policyOf(html: string, csp: string): string {
  const present = new Set<string>()
  for (const [, , text = ''] of html.matchAll(inlineElement))
    present.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return csp
    .split(';')
    .map((directive) => directive.trim().split(/\s+/))
    .filter(([name]) => name)
    .map((words) => words.filter((word) => !word.startsWith("'sha256-") || present.has(word)).join(' '))
    .join('; ')
}
