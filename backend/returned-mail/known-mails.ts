import type { Pool } from 'pg'

export type KnownMails = {
  /** Which of these were not read yet. Forgets those that are gone from the mailbox. `validity`: UIDVALIDITY. */
  unknown(validity: string, uids: readonly number[]): Promise<number[]>
  add(validity: string, uid: number): Promise<void>
}

/** Table app.bounce_mails: a message is known by its numbers, whatever a webmail or a missing right does to its flags. */
export const createKnownMails = (pool: Pick<Pool, 'query'>): KnownMails => ({
  async unknown(validity, uids) {
    await pool.query('DELETE FROM app.bounce_mails WHERE uid_validity <> $1 OR NOT (uid = ANY ($2::bigint[]))', [
      validity,
      uids,
    ])
    const { rows } = await pool.query<{ uid: string }>(
      `SELECT uid FROM unnest($2::bigint[]) AS present (uid)
       WHERE NOT EXISTS (SELECT FROM app.bounce_mails AS known WHERE uid_validity = $1 AND known.uid = present.uid)`,
      [validity, uids],
    )
    return rows.map(({ uid }) => Number(uid))
  },
  async add(validity, uid) {
    await pool.query('INSERT INTO app.bounce_mails (uid_validity, uid) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      validity,
      uid,
    ])
  },
})
