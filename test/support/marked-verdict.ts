import type { Verdict } from '../../backend/domain/screening.ts'

/** A moderator that looks for two words: 'heated' is held for review, 'vile' is rejected. */
export function markedVerdict(text: string): Verdict {
  const start = text.search(/heated|vile/)
  if (start < 0) return { ...verdictOf(3, 'none', 'approve'), reason: 'Nothing was found.', spans: [] }
  const isVile = text.startsWith('vile', start)
  const spans = [{ start, end: start + (isVile ? 4 : 6) }]
  return { ...(isVile ? verdictOf(91, 'hate_speech', 'reject') : verdictOf(52, 'harassment', 'review')), spans }
}

const verdictOf = (
  confidence: number,
  violationType: Verdict['violationType'],
  suggestion: Verdict['suggestion'],
): Omit<Verdict, 'spans'> => ({
  violationType,
  confidence,
  suggestion,
  reason: 'It attacks people instead of what they say.',
  moderator: 'marked-1',
})
