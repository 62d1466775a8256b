import type { CurrentUser } from '../../contract/auth.ts'
import type { Database } from '../database/connect.ts'

type Row = Pick<CurrentUser, 'id' | 'email' | 'phone' | 'address' | 'city' | 'state'> & {
  first_name: string | null
  last_name: string | null
  zip_code: string | null
  profile_image_url: string | null
  is_admin: boolean
  is_active: boolean
  is_banned: boolean
  is_email_verified: boolean
  created_at: string
}

/** A person as the read model shows them to themselves; null while it does not. Rights are not decided by this row. */
export function readUserRow({ pool }: Pick<Database, 'pool'>): (id: number) => Promise<CurrentUser | null> {
  return async (id) => {
    const { rows } = await pool.query<Row>(
      `SELECT id, email, first_name, last_name, phone, address, city, state, zip_code, profile_image_url,
         is_admin, is_active, is_banned, is_email_verified, created_at FROM read.users WHERE id = $1`,
      [id],
    )
    const [row] = rows
    if (!row) return null
    const { first_name, last_name, zip_code, profile_image_url, created_at, ...same } = row
    const { is_admin, is_active, is_banned, is_email_verified, ...own } = same
    return {
      ...own,
      firstName: first_name,
      lastName: last_name,
      zipCode: zip_code,
      profileImageUrl: profile_image_url,
      isAdmin: is_admin,
      isActive: is_active,
      isBanned: is_banned,
      isEmailVerified: is_email_verified,
      createdAt: created_at,
    }
  }
}
