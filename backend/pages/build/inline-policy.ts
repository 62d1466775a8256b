import { createHash } from 'node:crypto'

const inlineElement = /<(script|style)(?:\s[^>]*)?>([\s\S]*?)<\/\1>/g

/**
 * Astro allows every inline script and style that any page of the site may hold, by hash. One page needs few of them:
 * only those hashes stay that belong to something in this HTML. Hashes are never added here, so a script that came in
 * with somebody's words is not allowed by its own presence.
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
