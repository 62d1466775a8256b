import type { Availability } from '../../contract/volunteers.ts'

/** When volunteers have time. Separate from the form’s store, which the console does not load. */
export const availabilities: readonly Availability[] = ['Weekdays', 'Weekends', 'Evenings', 'Flexible']
