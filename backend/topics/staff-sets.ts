import { impersonalIn } from '../../records/erasures.ts'
import { staffSet, staffSetChange, staffSetEnd } from '../../records/staff-sets.ts'
import type { StaffSetEvent } from '../domain/accounts/staff-sets.ts'
import { because, describes, type Topic } from './topic.ts'

const item = { topic: 'staff-sets', idField: 'setId' } as const

export const staffSets = {
  ...describes<StaffSetEvent>(),
  events: {
    StaffSetDefined: {
      item,
      impersonal: {
        ...impersonalIn(staffSet),
        ...impersonalIn(staffSetChange),
        ...because('Rights of the program.', 'rights'),
      },
      audit: {
        isIncident: true,
        isTelling: true,
        alert: [
          'One role of the campaign’s own was made or changed',
          'times a role of the campaign’s own was made or changed',
        ],
      },
    },
    StaffSetRemoved: {
      item,
      impersonal: impersonalIn(staffSetEnd),
      outcome: { rights: [], deleted: true },
      audit: {
        isTelling: true,
        alert: ['One role of the campaign’s own was removed', 'roles of the campaign’s own that were removed'],
      },
    },
  },
  streams: ['staff-sets'],
  commands: {
    DefineStaffSet: 'Make role of our own',
    ChangeStaffSet: 'Change role of our own',
    RemoveStaffSet: 'Remove role of our own',
  },
} as const satisfies Topic<StaffSetEvent>
