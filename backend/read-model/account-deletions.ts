import type { Knex } from 'knex'

export type DueDeletion = { userId: number; subject: string; dueAt: string }

const columns = { userId: 'user_id', subject: 'subject', dueAt: 'due_at' }

/** When the account will be deleted, ISO 8601; null when no deletion is scheduled. */
export async function deletionOf(knex: Knex, userId: number): Promise<string | null> {
  const [row] = await knex('read.account_deletions').where({ user_id: userId }).select<DueDeletion[]>(columns)
  return row?.dueAt ?? null
}

export const dueDeletions = (knex: Knex, now: Date): Promise<DueDeletion[]> =>
  knex('read.account_deletions').where('due_at', '<=', now.toISOString()).orderBy('due_at').select(columns)
