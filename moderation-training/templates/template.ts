import type { ViolationType } from '../../backend/domain/screening.ts'

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
