import { columnsIn } from '../../records/columns.ts'
import { setKey, staffSet } from '../../records/staff-sets.ts'
import type { StaffSetEvent } from '../domain/accounts/staff-sets.ts'
import { insert, type Projection, update } from '../kernel/projector/projection.ts'

/** Table `staff_sets`: every role of the campaign's own, for names and lists; what people may do stands in app.staff_sets. */
export const staffSetsProjection: Projection<StaffSetEvent> = {
  name: 'staff-sets',
  version: 1,
  tables: {
    staff_sets: {
      columns: {
        id: 'integer NOT NULL',
        /** The word in the roles of people. */
        key: 'text NOT NULL',
        ...columnsIn(staffSet),
        rights: 'text[] NOT NULL',
        is_removed: 'boolean NOT NULL',
      },
      primaryKey: ['id'],
      indexes: { staff_sets_key: '(key)' },
    },
  },
  on: {
    StaffSetDefined: ({ data: { setId, name, rights } }) => [
      insert('staff_sets', { id: setId, key: setKey(setId), name, rights: [...rights], is_removed: false }),
    ],
    StaffSetRemoved: ({ data: { setId } }) => [update('staff_sets', { id: setId }, { is_removed: true })],
  },
}
