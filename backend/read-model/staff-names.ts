import type { HeldRights } from '../../records/staff-rights.ts'

/** Instead of a colleague, for readers who may not know which one it was. */
export const unnamed = 'A member of staff'

export const seesColleagues = (rights: HeldRights) => rights.has('colleagues')

/** Who did it, as this reader may know it. */
export const namedFor = (rights: HeldRights, by: string): string => (seesColleagues(rights) ? by : unnamed)

type Named = { id: number | null; firstName: string | null; lastName: string | null }

/** The same for a person whose name is in parts. */
export const personNamedFor = (rights: HeldRights, by: Named): Named =>
  seesColleagues(rights) ? by : { id: null, firstName: unnamed, lastName: null }

/** Rows that say who did it, as this reader may know it; null stays null. */
export const rowsNamedFor = <Row extends { by: string | null }>(rights: HeldRights, rows: Row[]): Row[] =>
  seesColleagues(rights) ? rows : rows.map((row) => ({ ...row, ...(row.by !== null && { by: unnamed }) }))
