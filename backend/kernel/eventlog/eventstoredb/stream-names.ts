/** Which streams of the server are ours. Another program may use the same server. */
export type StreamNames = {
  /** The name on the server. Throws TypeError for a stream that readers would take for another program’s. */
  onServer(stream: string): string
  /** Our name for a stream on the server; null: it is another program’s, or the server’s own. */
  ours(nameOnServer: string): string | null
  /** Matches the names on the server, for a filter on the server. */
  pattern: string
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * `prefix`: put before each name on the server. `kinds`: the first words of our names, before a hyphen or the end;
 * without them, all names are ours except those of the server, which begin with `$`.
 */
export function createStreamNames({
  prefix = '',
  kinds,
}: {
  prefix?: string | undefined
  kinds?: readonly string[] | undefined
}): StreamNames {
  const rest = kinds ? `(?:${kinds.map(escaped).join('|')})(?:-|$)` : '(?!\\$)'
  const pattern = `^${escaped(prefix)}${rest}`
  const expression = new RegExp(pattern)
  return {
    pattern,
    onServer(stream) {
      const name = prefix + stream
      if (!expression.test(name)) throw new TypeError(`Stream ${stream} is of no known kind; add it to streamKinds.`)
      return name
    },
    ours: (name) => (expression.test(name) ? name.slice(prefix.length) : null),
  }
}
