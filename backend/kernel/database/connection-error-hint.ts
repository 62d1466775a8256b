import pg from 'pg'
import { sharedSessions } from './session-check.ts'

const hints: { [sqlState: string]: (setting: Asker['setting']) => string } = {
  '28P01': (setting) => `PostgreSQL rejected the user or password in ${setting}. Correct them and start again.`,
  '28000': (setting) =>
    `PostgreSQL does not allow the user in ${setting} to connect from here. Allow it in pg_hba.conf or correct the user.`,
  '3D000': (setting) => `The database named in ${setting} does not exist. Create it with createdb or correct the name.`,
}

/** The way a connection was made, and the environment variable that configures it. */
export type Asker = { url: string; setting: 'DATABASE_URL' | 'DATABASE_MIGRATION_URL' }

const insufficientPrivilege = '42501'

/** Names the refused action and the role; null for any other error. */
function missingRightHint(error: unknown, { url, setting }: Asker): string | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege) return null
  const role = new pg.Client(url).user ?? 'without a name'
  const remedy =
    setting === 'DATABASE_URL'
      ? 'If DATABASE_MIGRATION_URL names the owner of the tables, the next start gives this role what it needs; without it, this role must own the database'
      : 'This role migrates, so it must own the database'
  return `The role ${role} of ${setting} lacks a right: ${error.message}. ${remedy} (docs/operations.md).`
}

/**
 * Advice for when the database server answers but refuses our connection; null for any other error.
 * Source of the codes: PostgreSQL 18, Appendix A.
 */
export function connectionErrorHint(error: unknown, asker?: Asker): string | null {
  if (!(error instanceof Error)) return null
  if (/not allowed in statement pooling mode/.test(error.message)) return sharedSessions
  const missing = asker ? missingRightHint(error, asker) : null
  const hint = 'code' in error ? hints[String(error.code)] : undefined
  return missing ?? hint?.(asker?.setting ?? 'DATABASE_URL') ?? null
}
