import type { Knex } from 'knex'
import type { StaffSet } from '../../contract/staff-sets.ts'

/** Roles of the campaign's own that people can hold. */
const setsInForce = (knex: Knex) =>
  knex({ item: 'read.staff_sets' })
    .where({ 'item.is_removed': false })
    .select<StaffSet[]>(
      { id: 'item.id', key: 'item.key', name: 'item.name', rights: 'item.rights' },
      knex.raw(`(SELECT count(*)::int FROM read.history WHERE topic = 'staff-sets' AND item_id = item.id) AS revision, (
        SELECT count(DISTINCT held.user_id)::int FROM read.user_roles AS held JOIN read.users AS holder ON holder.id = held.user_id
        WHERE held.role = item.key AND NOT holder.is_erased AND (held.until IS NULL OR held.until > now())) AS holders`),
    )

export const staffSetRows = (knex: Knex): Promise<StaffSet[]> =>
  setsInForce(knex).orderByRaw('lower(item.name), item.id')

export async function staffSetRow(knex: Knex, id: number): Promise<StaffSet | null> {
  const [row] = await setsInForce(knex).where({ 'item.id': id })
  return row ?? null
}

/** SQL: the part of a role as JSON that names it, for the role `key` of the campaign's own; else nothing. */
export const setNameIn = (key: string) => `coalesce((SELECT jsonb_build_object('name', name)
  FROM read.staff_sets AS named WHERE named.key = ${key}), '{}')`

/** SQL: true for a role that was removed, which gives nothing any more. */
export const isRemovedSet = (key: string) =>
  `EXISTS (SELECT FROM read.staff_sets AS removed WHERE removed.key = ${key} AND removed.is_removed)`

type Fields = { readonly [field: string]: unknown }

/** The fields of a history with roles. */
const roleFields = ['roles', 'invitedAs']
const isNamed = (value: unknown): value is { role: string } =>
  typeof value === 'object' && value !== null && 'role' in value && typeof value.role === 'string'

/** Adds to the roles in these fields the names of those of the campaign's own, as they are now. */
export async function rolesNamer(knex: Knex, all: readonly (Fields | null)[]): Promise<(fields: Fields) => Fields> {
  const rolesOf = (fields: Fields | null) => roleFields.flatMap((field) => fields?.[field] ?? []).filter(isNamed)
  if (!all.flatMap(rolesOf).some(({ role }) => role.startsWith('set-'))) return (fields) => fields
  const rows = await knex('read.staff_sets').select<{ key: string; name: string }[]>('key', 'name')
  const names = new Map(rows.map(({ key, name }) => [key, name]))
  const withName = (value: unknown) => {
    const name = isNamed(value) ? names.get(value.role) : undefined
    return name === undefined ? value : { ...Object(value), name }
  }
  return (fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [
        field,
        roleFields.includes(field) && Array.isArray(value) ? value.map(withName) : value,
      ]),
    )
}
