const sentences: { [sqlState: string]: string } = {
  '28P01': 'PostgreSQL refuses the user or the password of DATABASE_URL: correct them, then start again.',
  '28000':
    'PostgreSQL does not let the user of DATABASE_URL in from here: allow it in pg_hba.conf, or correct the user.',
  '3D000': 'PostgreSQL has no database of the name in DATABASE_URL: make it with createdb, or correct the name.',
  '42501': 'The user of DATABASE_URL may not create schemas and tables: make it the owner of its database.',
}

/**
 * What to do about a server that answers, but not to us; null for any other error.
 * Source of the codes: PostgreSQL 18, Appendix A.
 */
export function connectionErrorHint(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (/migration directory is corrupt/.test(error.message))
    return 'The database was brought up to date by a newer version of the program: start that version, or set DATABASE_URL or DATA_DIR to another database.'
  return 'code' in error ? (sentences[String(error.code)] ?? null) : null
}
