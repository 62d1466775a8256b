import { parsedUrl } from './parsed-url.ts'

// An origin that no real site has: an address that resolves to it was a path.
const here = 'https://here.invalid'

/** Reads it as browsers do: they drop tabs and line breaks, and take a backslash for a slash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const isMisread = /[\\\u0000-\u001f\u007f]/

/**
 * The page of this site that a text names, as browsers resolve it: path, query and fragment; null for anything else.
 * Resolving can turn a path into a host ('/.//evil.example' becomes '//evil.example'), so the result is resolved again.
 */
export function ownPathOf(text: string): string | null {
  if (!text.startsWith('/') || isMisread.test(text)) return null
  const target = parsedUrl(text, here)
  if (target?.origin !== here || target.pathname.startsWith('//')) return null
  return target.pathname + target.search + target.hash
}
