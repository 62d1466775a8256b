export type Right = 'INSERT' | 'UPDATE' | `UPDATE (${string})` | 'DELETE' | 'MAINTAIN'

/**
 * The rights of the server’s role on each table ('schema.name') besides reading. A migration that creates tables
 * exports them as `serverRights`.
 */
export type TableRights = { readonly [table: string]: readonly Right[] }

/** For technical tables, which hold no history. MAINTAIN: to VACUUM after an erasure, and to ANALYZE long lists. */
export const anyChange = ['INSERT', 'UPDATE', 'DELETE', 'MAINTAIN'] as const satisfies readonly Right[]

/** The rights that a PostgreSQL of this version (`server_version_num`) knows: MAINTAIN came with 17. */
export const rightsIn = (version: number, rights: readonly Right[] = []): readonly Right[] =>
  rights.filter((right) => right !== 'MAINTAIN' || version >= 170_000)
