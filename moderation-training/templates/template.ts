import type { ViolationType } from '../../backend/domain/screening.ts'

/**
 * Sentences with slots: `{place}` takes one of `slots.place`. Written for this project. Only invented people, 555-01xx
 * numbers and .example domains; slurs only with letters starred out.
 */
export type TemplateGroup = {
  label: ViolationType | 'none'
  /** Other types that also count as right. */
  alt?: readonly ViolationType[]
  /** Political or religious talk: what the model must not hold. */
  topic?: 'civil'
  texts: readonly string[]
  slots?: { [slot: string]: readonly string[] }
}
