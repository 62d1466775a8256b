import type { Product } from './product.ts'
import { runInDatabase } from './product-database.ts'

/** Eleven minutes pass for the sessions of this person. */
export const ageSessions = (product: Product, email: string): Promise<void> =>
  runInDatabase(
    product,
    `UPDATE app.sessions SET created_at = sessions.created_at - interval '11 minutes', proven_at = NULL
     FROM app.accounts WHERE accounts.user_id = sessions.user_id AND email = $1`,
    [email],
  )
