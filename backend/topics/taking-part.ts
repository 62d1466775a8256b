import type { EngagementType } from '../../contract/topic-words.ts'
import type { Engagement } from './topic.ts'

type Person = { subject: string; firstName?: string | null }

/**
 * The engagements of a kind of items: the first of these fields of their events numbers them, and all are kept.
 * `sourcePrefix`: their sources are such as 'prayer-7'.
 */
export function takingPart<const Field extends string>(
  type: EngagementType,
  fields: readonly [Field, ...Field[]],
  sourcePrefix: string = type,
) {
  type Item = Readonly<Record<Field, number>>
  const sourceOf = (said: Item) => `${sourcePrefix}-${said[fields[0]]}`
  const itemOf = (said: Item) => Object.fromEntries(fields.map((field) => [field, said[field]]))
  return {
    /** `at`: when the person took part, unless it was at the time of the event. */
    begins: (said: Item & Person & { email?: string }, at?: string): Engagement => {
      const { subject, email, firstName } = said
      return { act: 'begins', type, source: sourceOf(said), subject, email, firstName, at, item: itemOf(said) }
    },
    corrects: (said: Item & Person & { email: string }, at?: string): Engagement => {
      const { subject, email, firstName } = said
      return { act: 'corrects', source: sourceOf(said), subject, email, firstName, at, item: itemOf(said) }
    },
    ends: (said: Item): Engagement => ({ act: 'ends', source: sourceOf(said) }),
    returns: (said: Item): Engagement => ({ act: 'returns', source: sourceOf(said) }),
  }
}
