/** A part of the clean text that counts as one thing: a link, an address, a phone number. */
export type Match = { kind: 'link' | 'email' | 'phone' | 'street'; start: number; end: number }

const streets =
  'street|st|avenue|ave|road|rd|lane|ln|drive|dr|court|ct|boulevard|blvd|way|circle|cir|place|pl|terrace|trail|tr|highway|hwy|parkway|pkwy|loop|row|square|crescent|close|pike|alley'

/** Every repetition is bounded, so that no text can make them slow. */
const patterns: [Match['kind'], RegExp][] = [
  [
    'email',
    /[a-z0-9._%+-]{1,64}(?:@|\s?\[at\]\s?|\s?\(at\)\s?)[a-z0-9-]{1,63}(?:(?:\.|\s?\[dot\]\s?|\s?\(dot\)\s?)[a-z0-9-]{1,30}){1,4}/g,
  ],
  [
    'link',
    /(?:https?:\/\/|www\.)[^\s"<>]{1,300}|\b[a-z0-9-]{2,40}(?:\.[a-z0-9-]{1,40}){0,3}\.(?:com|net|org|info|biz|io|co|us|uk|ru|cn|xyz|top|club|shop|site|online|link|click|live|pro|example|test|tv|me|ly|gl|gg|app|ai)\b(?:\/[^\s"<>]{0,300})?/g,
  ],
  [
    'phone',
    /(?:\+\d{1,3}[-. ]?)?(?:\(\d{3}\) ?|\b\d{3}[-. ])\d{3}[-. ]\d{4}\b|\b\d{3}-\d{4}\b|\b\d{10,12}\b|\b\d{5} \d{6}\b|\b(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)[- ]){6,11}(?:zero|one|two|three|four|five|six|seven|eight|nine)\b/g,
  ],
  [
    'street',
    new RegExp(
      `\\b\\d{1,5}(?: (?:n|s|e|w|north|south|east|west)\\.?)?(?: (?:[a-z]{2,20}|\\d{1,3}(?:st|nd|rd|th))){1,3} (?:${streets})\\b\\.?(?:,? (?:apt|apartment|unit|suite|#)\\.? ?[a-z0-9]{1,5})?|\\b(?:apt|apartment|unit)\\.? #?\\d{1,4}[a-z]?\\b`,
      'g',
    ),
  ],
]

/** In the order of the text, without overlap; the pattern that comes first in the list above wins. */
export function findPatterns(text: string): Match[] {
  const found: Match[] = []
  if (!/[\d.@[(]|five/.test(text)) return found
  const hasMail = /@|[[(]at[\])]/.test(text)
  for (const [kind, pattern] of patterns) {
    if (kind === 'email' && !hasMail) continue
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length]
      if (!found.some((other) => start < other.end && other.start < end)) found.push({ kind, start, end })
      if (found.length >= maxMatches) return found.sort((a, b) => a.start - b.start)
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

const maxMatches = 200
