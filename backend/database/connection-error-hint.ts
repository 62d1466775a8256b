const hints: { [sqlState: string]: string } = {
  '28P01': 'PostgreSQL rejected the user or password in DATABASE_URL. Correct them and start again.',
  '28000':
    'PostgreSQL does not allow the user in DATABASE_URL to connect from here. Allow it in pg_hba.conf or correct the user.',
  '3D000': 'The database named in DATABASE_URL does not exist. Create it with createdb or correct the name.',
  '42501': 'The user in DATABASE_URL is not allowed to create schemas and tables. Make it the owner of the database.',
}

/**
 * What to do when the database server answers but refuses our connection; null for any other error.
 * Source of the codes: PostgreSQL 18, Appendix A.
 */
export function connectionErrorHint(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (/migration directory is corrupt/.test(error.message))
    return 'The database was migrated by a newer version of the program. Start that version, or set DATABASE_URL or DATA_DIR to another database.'
  return 'code' in error ? (hints[String(error.code)] ?? null) : null
}
