import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { insert, type Projection, type RowChange, updateWhere } from '../kernel/projector/projection.ts'
import { actsOnOthers, type DomainEvent, eventFacts, personalFields } from '../topics/index.ts'
import type { AnyEventFacts } from '../topics/topic.ts'
import { actorColumns, actorColumnTypes } from './actors.ts'
import { historyWords } from './history-words.ts'

type About = NonNullable<AnyEventFacts['item']>

/** The item that an event is about: its topic and number (null where a person has none); null when it is about none. */
export function itemOf(event: Recorded<DomainEvent>): { topic: string; id: number | null } | null {
  const place = placeOf(event)
  if (place === null) return null
  const id = idIn(new Map(Object.entries(event.data)), place)
  return typeof id === 'number' || ('idField' in place && place.idField === null) ? { topic: place.topic, id } : null
}

function idIn(fields: ReadonlyMap<string, unknown>, place: About): number | null {
  if ('id' in place) return place.id
  const id = place.idField === null ? null : fields.get(place.idField)
  return typeof id === 'number' ? id : null
}

const placeOf = ({ type }: Recorded<DomainEvent>): About | null => eventFacts.get(type)?.item ?? null

const personalTypes = new Map<string, object>(Object.entries(personalFields))

function entry(event: Recorded<DomainEvent>, place: About): RowChange {
  const { topic } = place
  const told = historyWords(event)
  const fields = new Map<string, unknown>(Object.entries(event.data))
  const itemId = idIn(fields, place)
  // An email campaign is not about one person: its `subject` is the subject line of the email.
  const isAboutPerson = topic !== 'email-campaigns'
  const subject = isAboutPerson ? fields.get('subject') : null
  if ('idField' in place && place.idField !== null) fields.delete(place.idField)
  if (isAboutPerson) fields.delete('subject')
  fields.delete('previousSubject')
  fields.delete('hasEmail')
  fields.delete('invitation')
  const personalNames = Object.keys(personalTypes.get(event.type) ?? {})
  const personal = [...fields].filter(([name]) => personalNames.includes(name))
  const changes = [...fields].filter(([name]) => !personalNames.includes(name))
  return insert('history', {
    event_id: event.id,
    topic,
    item_id: itemId,
    revision: event.revision,
    type: event.type,
    at: event.metadata.at,
    ...actorColumns(event),
    command: event.metadata.command,
    changes: told ?? Object.fromEntries(changes),
    personal: Object.fromEntries(personal),
    subject: typeof subject === 'string' ? subject : null,
  })
}

/**
 * Table `history`: every event of every item, also after the item is deleted. The content is stored in two parts:
 * `changes` in plain text, and `personal` under the subject, so that an erasure redacts only the latter. An erasure is
 * a row with the topic 'subjects', a person’s decision about mail one with 'mail-consents', and an invitation one with
 * 'admin-invitations': they belong to every item of that subject.
 */
export const historyProjection: Projection<DomainEvent> = {
  name: 'history',
  version: 9,
  tables: {
    history: {
      columns: {
        event_id: 'uuid NOT NULL',
        topic: 'text NOT NULL',
        item_id: 'integer',
        revision: 'integer NOT NULL',
        type: 'text NOT NULL',
        at: 'timestamptz NOT NULL',
        ...actorColumnTypes,
        command: 'text NOT NULL',
        changes: 'jsonb NOT NULL',
        personal: 'jsonb NOT NULL',
        subject: 'uuid',
      },
      primaryKey: ['event_id'],
      personal: ['changes', 'personal'],
      indexes: {
        history_item: '(topic, item_id, revision)',
        history_subject: '(subject)',
        history_actor: '(actor_id, at DESC) WHERE actor_id IS NOT NULL',
      },
    },
  },
  on: {
    UserErased: ({ data }) => [
      ...[{ topic: 'users', id: data.userId }, ...data.items].flatMap(({ topic, id }) =>
        [...eventFacts]
          .filter(([type, { item }]) => item?.topic === topic && personalTypes.has(type))
          .map(([type]) =>
            updateWhere('history', { topic, item_id: id, type }, { personal: { ...personalTypes.get(type) } }),
          ),
      ),
      ...actsOnOthers.map((type) =>
        updateWhere('history', { actor_id: data.userId, type }, { personal: { ...personalTypes.get(type) } }),
      ),
    ],
    SubjectErased: (event) => [
      ...Object.entries(personalFields).map(([type, personal]) =>
        updateWhere('history', { subject: event.data.subject, type }, { personal }),
      ),
      entry(event, { topic: 'subjects', idField: null }),
    ],
  },
  onEvery(event) {
    const place = placeOf(event)
    return place === null ? [] : [entry(event, place)]
  },
}
