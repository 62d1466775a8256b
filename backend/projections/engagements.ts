import { numberOf } from '../../records/uuids.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { insert, type RowChange, update } from '../kernel/projector/projection.ts'
import { type DomainEvent, eventFacts } from '../topics/index.ts'
import { known } from './supporter-names.ts'

/** Every way to take part: rows of `user_engagement`, and of `supporters` where the event names an address. */
export function engagements({ id, type, data, metadata }: Recorded<DomainEvent>): RowChange[] {
  const told = eventFacts.get(type)?.engagement?.({ ...data })
  if (!told) return []
  const { source } = told
  switch (told.act) {
    case 'begins': {
      const { subject, email = null, firstName, at = metadata.at, item } = told
      return [
        insert('user_engagement', {
          source,
          id: numberOf(id),
          email,
          subject,
          engagement_type: told.type,
          engagement_data: item,
          timestamp: at,
          recorded_at: metadata.at,
          deleted_at: null,
        }),
        ...(email === null ? [] : known({ subject, email, firstName })),
      ]
    }
    case 'corrects': {
      const { subject, email, firstName, at, item } = told
      const time = at === undefined ? null : { timestamp: at }
      return [
        // The item too: an erasure of the subject that it had before leaves it to the new one.
        update('user_engagement', { source }, { subject, email, engagement_data: item, ...time }),
        ...known({ subject, email, firstName }),
      ]
    }
    case 'ends':
      return [update('user_engagement', { source }, { deleted_at: metadata.at })]
    case 'returns':
      return [update('user_engagement', { source }, { deleted_at: null })]
  }
}
