import { applyStaffSets } from '../commands/auth/staff-sets.ts'
import type { StaffSetRow } from '../identity/staff-sets.ts'
import type { RewindParts } from './rewind-parts.ts'

type RewoundParts = Pick<RewindParts, 'print'> & { core: Pick<RewindParts['core'], 'staffSets' | 'log' | 'decode'> }

/** Roles of the campaign's own are those of the log again. It comes before the accounts, which hold them. */
export async function putBackStaffSets({ core, print }: RewoundParts): Promise<void> {
  const before = await core.staffSets.all()
  await core.staffSets.clear()
  await applyStaffSets(core)
  const after = new Map((await core.staffSets.all()).map((row) => [row.key, row]))
  const known = new Set(before.map(({ key }) => key))
  for (const row of before) {
    const change = changeOf(row, after.get(row.key))
    if (change !== null) print(`Role “${row.name}” (${row.key}) ${change}.`)
  }
  for (const { key, name, rights } of after.values())
    if (!known.has(key) && rights !== null) print(`Role “${name}” (${key}) is there again, with: ${rights.join(', ')}.`)
}

function changeOf(before: StaffSetRow, after: StaffSetRow | undefined): string | null {
  if (!after) return 'is unknown to the log, and gives nothing'
  const { name, rights } = after
  if (rights === null) return before.rights === null ? null : 'is removed again'
  if (before.rights === null) return `was removed, and is there again with: ${rights.join(', ')}`
  if (before.rights.join() !== rights.join()) return `holds its earlier rights again: ${rights.join(', ')}`
  return before.name === name ? null : `has its earlier name again: “${name}”`
}
