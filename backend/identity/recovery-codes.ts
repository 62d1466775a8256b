import { createHmac, randomInt } from 'node:crypto'
import type pg from 'pg'

const count = 10

/** Crockford base 32: no letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const letters = () => Array.from({ length: 5 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

/** Like '4kx0p-9m2dt': 50 random bits. */
export const recoveryCode = (): string => `${letters()}-${letters()}`

/** Normalizes a typed code: ignores case, spaces and dashes, and reads o, i and l as the digits they look like. */
export const normalRecoveryCode = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')

/** The table app.recovery_codes. `key`: 32 bytes. */
export function createRecoveryCodes(pool: pg.Pool, key: Uint8Array) {
  const hash = (code: string) => createHmac('sha256', key).update(normalRecoveryCode(code)).digest()
  return {
    /** Replaces the codes of the account. */
    async draw(client: pg.PoolClient, userId: number): Promise<string[]> {
      const codes = Array.from({ length: count }, recoveryCode)
      await client.query('DELETE FROM app.recovery_codes WHERE user_id = $1', [userId])
      await client.query('INSERT INTO app.recovery_codes SELECT $1, unnest($2::bytea[])', [userId, codes.map(hash)])
      return codes
    },
    async use(userId: number, code: string): Promise<boolean> {
      const { rowCount } = await pool.query('DELETE FROM app.recovery_codes WHERE user_id = $1 AND code_hash = $2', [
        userId,
        hash(code),
      ])
      return rowCount === 1
    },
  }
}
