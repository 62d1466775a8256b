import type { ViolationType } from '../../backend/moderation/classification.ts'

/**
 * Sentences with slots: `{place}` takes one of `slots.place`. Only invented people, 555-01xx numbers and .example domains;
 * slurs only with letters starred out.
 */
export type TemplateGroup = {
  label: ViolationType | 'none'
  /** Other types that count as right too. */
  alt?: readonly ViolationType[]
  /** Political or religious talk that the model must not hold. */
  topic?: 'civil'
  texts: readonly string[]
  slots?: { [slot: string]: readonly string[] }
}

/** The words of a slot, which are written with commas between them, over as many lines as they take. */
export const listed = (words: string): readonly string[] => words.split(',').map((word) => word.trim())
