import type { UserEvent } from '../domain/accounts/users.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { type Row, type RowChange, update } from '../kernel/projector/projection.ts'
import type { ErasableTopic } from '../topics/index.ts'

export type UserErased = Extract<UserEvent, { type: 'UserErased' }>

/** The items that an erased account sent in this topic. */
export const itemsOf = ({ data }: Recorded<UserErased>, topic: ErasableTopic): number[] =>
  data.items.filter((item) => item.topic === topic).map(({ id }) => id)

/** The rows of those items in a table, without the person. */
export const eraseItems = (
  event: Recorded<UserErased>,
  topic: Exclude<ErasableTopic, 'forum'>,
  { table, set }: { table: string; set: Row },
): RowChange[] => itemsOf(event, topic).map((id) => update(table, { id }, set))
