export type Right = 'INSERT' | 'UPDATE' | 'DELETE' | 'MAINTAIN'

/**
 * What the role of the server may do with each table ('schema.name') besides reading it. A migration that creates tables
 * exports it as `serverRights`.
 */
export type TableRights = { readonly [table: string]: readonly Right[] }

/** For technical tables, which hold no history. MAINTAIN: to VACUUM what an erasure touched, and to ANALYZE long lists. */
export const anyChange = ['INSERT', 'UPDATE', 'DELETE', 'MAINTAIN'] as const satisfies readonly Right[]

/** Those that a PostgreSQL of this version (`server_version_num`) knows: MAINTAIN came with 17. */
export const rightsIn = (version: number, rights: readonly Right[] = []): readonly Right[] =>
  rights.filter((right) => right !== 'MAINTAIN' || version >= 170_000)
