import type { Classification } from './classification.ts'

/** The classes the model tells apart, in the order of its weights. */
export const classes = [
  'none',
  'harassment',
  'hate_speech',
  'threats',
  'spam',
  'off_topic',
  'doxxing',
] as const satisfies readonly Classification['violationType'][]
