import type { Database } from '../kernel/database/connect.ts'

/** Files of the moderation models that an admin added, by the SHA-256 of their bytes; every process sees the same ones. */
export function createModerationModelFiles({ pool }: Pick<Database, 'pool'>) {
  return {
    async read(digest: string): Promise<Uint8Array | null> {
      const { rows } = await pool.query<{ file: Buffer }>({
        name: 'moderation-model',
        text: 'SELECT file FROM app.moderation_models WHERE digest = $1',
        values: [digest],
      })
      return rows[0]?.file ?? null
    },
    async write(digest: string, file: Uint8Array): Promise<void> {
      await pool.query(
        'INSERT INTO app.moderation_models (digest, file) VALUES ($1, $2) ON CONFLICT (digest) DO UPDATE SET file = excluded.file',
        [digest, file],
      )
    },
    async remove(digest: string): Promise<void> {
      await pool.query('DELETE FROM app.moderation_models WHERE digest = $1', [digest])
    },
  }
}
