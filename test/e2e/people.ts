import { join } from 'node:path'

export const admin = {
  email: 'admin@example.org',
  password: 'seven quiet rivers run',
  firstName: 'Ada',
  lastName: 'Admin',
}

/** Cookies of the signed-in admin. */
export const adminStateFile = join(import.meta.dirname, '..', '..', 'test-results', '.admin.json')
