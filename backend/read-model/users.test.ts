import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/support/database/database.ts'
import { createReadTables } from '../../test/support/database/read-model.ts'
import { userRow } from './users.ts'

it('reads a person as the read model has them, and null where it has none', async () => {
  const database = await createTestDatabase()
  await createReadTables(database)
  expect(await userRow(database.knex, 3)).toBeNull()
  await database.pool.query(`
    INSERT INTO read.users (id, email, first_name, last_name, city, zip_code, is_admin, is_active, is_banned,
      is_email_verified, created_at, subject, revision, is_deleted, is_erased)
    VALUES (3, 'ada@example.org', 'Ada', 'Byron', 'Gary', '46401', true, true, false, false, '2026-11-03T11:00:00Z',
      '5e4a1f0e-1c3b-4a5d-8e9f-0a1b2c3d4e5f', 4, false, false)`)
  expect(await userRow(database.knex, 3)).toEqual({
    id: 3,
    email: 'ada@example.org',
    firstName: 'Ada',
    lastName: 'Byron',
    phone: null,
    address: null,
    city: 'Gary',
    state: null,
    zipCode: '46401',
    profileImageUrl: null,
    isAdmin: true,
    isActive: true,
    isBanned: false,
    isEmailVerified: false,
    createdAt: '2026-11-03T11:00:00.000Z',
  })
})
