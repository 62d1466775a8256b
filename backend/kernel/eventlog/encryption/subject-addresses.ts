import type { Pool } from 'pg'
import { isSubject, type SubjectKeys } from './subject-keys.ts'

/** Finds the subjects of addresses in the table eventlog.subject_keys, by hash. */
export const createSubjectAddresses = (
  pool: Pool,
  emailHash: (email: string) => string,
): Pick<SubjectKeys, 'find' | 'findAll' | 'erasedAmong' | 'unlink'> => ({
  async find(email) {
    const { rows } = await pool.query<{ subject: string }>(
      'SELECT subject FROM eventlog.subject_keys WHERE email_hash = $1',
      [Buffer.from(emailHash(email), 'hex')],
    )
    return rows[0]?.subject ?? null
  },

  async findAll(emails) {
    const byHash = new Map(emails.map((email) => [emailHash(email), email]))
    const { rows } = await pool.query<{ hash: string; subject: string }>(
      `SELECT encode(email_hash, 'hex') AS hash, subject FROM eventlog.subject_keys
       WHERE email_hash IN (SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS asked (hash))`,
      [[...byHash.keys()]],
    )
    const subjects = new Map(rows.map(({ hash, subject }) => [hash, subject]))
    return new Map(
      emails.flatMap((email) => {
        const subject = subjects.get(emailHash(email))
        return subject === undefined ? [] : [[email, subject]]
      }),
    )
  },

  async erasedAmong(emails) {
    const hashes = emails.map(emailHash)
    const { rows } = await pool.query<{ hash: string }>(
      `SELECT encode(email_hash, 'hex') AS hash FROM eventlog.erased_addresses
       WHERE email_hash IN (SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS asked (hash))
         AND NOT EXISTS (SELECT FROM eventlog.subject_keys WHERE subject_keys.email_hash = erased_addresses.email_hash)`,
      [hashes],
    )
    const erased = new Set(rows.map(({ hash }) => hash))
    return new Set(emails.filter((_, index) => erased.has(hashes[index] ?? '')))
  },

  async unlink(subject) {
    if (!isSubject(subject)) return
    await pool.query('UPDATE eventlog.subject_keys SET email_hash = NULL WHERE subject = $1', [subject])
  },
})
