/** The address that a text names, or null. The oldest browsers that the site works in have no `URL.parse`. */
export function parsedUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
