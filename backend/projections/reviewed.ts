/** The columns of rows that admins review. */
export const reviewColumns = {
  /** pending, approved, rejected, deleted or withdrawn */
  status: 'text NOT NULL',
  /** A column, not an expression in the index: PostgreSQL then counts a status from the index alone. */
  review_rank: `smallint GENERATED ALWAYS AS (CASE status WHEN 'pending' THEN 3 WHEN 'approved' THEN 2 WHEN 'rejected' THEN 1 WHEN 'withdrawn' THEN -1 ELSE 0 END) STORED`,
  /** Null unless it was rejected. */
  rejection_reason: 'text',
  /** Time of the latest approval; null until the first. */
  published_at: 'timestamptz',
  /** Of its last event. */
  revision: 'integer NOT NULL',
}

/** Columns that each decision sets in such a row. */
export const decisions = {
  pending: { status: 'pending', rejection_reason: null },
  approved: (at: string) => ({ status: 'approved', rejection_reason: null, published_at: at }),
  rejected: (reason: string) => ({ status: 'rejected', rejection_reason: reason }),
  deleted: { status: 'deleted' },
  withdrawn: { status: 'withdrawn', rejection_reason: null },
}
