type Passage = { start: number; text: string; isMarked: boolean }

type Span = { start: number; end: number }

/** A text cut where the moderator's spans begin and end. `from`: where this text stands in the one that was judged. */
export function passagesOf(text: string, spans: readonly Span[], from = 0): Passage[] {
  const passages: Passage[] = []
  let at = 0
  const add = (end: number, isMarked: boolean) => {
    if (end > at) passages.push({ start: at, text: text.slice(at, end), isMarked })
    at = Math.max(at, end)
  }
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const [start, end] = [span.start - from, span.end - from].map((edge) => Math.min(Math.max(edge, 0), text.length))
    add(start ?? at, false)
    add(end ?? at, true)
  }
  add(text.length, false)
  return passages
}
