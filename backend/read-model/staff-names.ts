import type { HeldRights } from '../../records/staff-rights.ts'
import { type ActorRow, actorOf } from './actors.ts'

/** Instead of a colleague, for readers who may not know which one it was. */
export const unnamed = 'A member of staff'

const seesColleagues = (rights: HeldRights) => rights.has('colleagues')

/** Who did it, as this reader may know it. */
export const namedFor = (rights: HeldRights, by: string): string => (seesColleagues(rights) ? by : unnamed)

/** Rows that say who did it, as this reader may know it; null stays null. */
export const rowsNamedFor = <Row extends { by: string | null }>(rights: HeldRights, rows: Row[]): Row[] =>
  seesColleagues(rights) ? rows : rows.map((row) => ({ ...row, ...(row.by !== null && { by: unnamed }) }))

/** The actor of an event, as this reader may know them. */
export function actorFor<Kind extends string>(
  rights: HeldRights,
  row: ActorRow<Kind>,
): { kind: Kind; id: number | null; name: string } {
  const isPerson = row.actorKind === 'user' || row.actorKind === 'admin'
  return isPerson && !seesColleagues(rights) ? { kind: row.actorKind, id: null, name: unnamed } : actorOf(row, 'System')
}
