const signs: { [entity: string]: string } = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#34': '"',
  '#38': '&',
  '#39': "'",
  nbsp: ' ',
}

/**
 * The words of a page as Astro wrote it, without header and footer, a line for each heading and paragraph. They stay the
 * same when only styles, scripts or the names of files change. Null: it has none.
 */
export function pageText(html: string): string | null {
  const [, main = ''] = /<main\b[^>]*>([\s\S]*?)<\/main>/.exec(html) ?? []
  const lines = main
    .replace(/<(style|script)\b[\s\S]*?<\/\1>/g, '')
    .replace(/\s+/g, ' ')
    .replace(/<\/?(?:p|h\d|ul|ol|li|div|section|article|header|br)\b[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|nbsp|#3[489]);/g, (_, entity: string) => signs[entity] ?? '')
    .replaceAll('&amp;', '&')
    .split('\n')
    .flatMap((line) => line.trim() || [])
  return lines.length === 0 ? null : lines.join('\n')
}
