import type { Availability } from '../../contract/volunteers.ts'

/** When volunteers have time. Apart from the store of the form, which the console does not load. */
export const availabilities: readonly Availability[] = ['Weekdays', 'Weekends', 'Evenings', 'Flexible']
