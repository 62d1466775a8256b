import { expect } from 'vitest'
import type { TestApp } from './fake-identity.ts'

/** Cora, who has to be an admin, issues an API key with these rights. `call`: a request by the program that has it. */
export async function issuedKey(app: Pick<TestApp, 'app' | 'post'>, rights: string[], name = 'Phone bank') {
  const deputy = { as: 'deputy' } as const
  const lastDay = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 10)
  const answer = await app.post('/api/admin/api-keys', { name, rights, lastDay }, deputy)
  expect(answer.statusCode, answer.body).toBe(201)
  const { id, secret }: { id: number; secret: string } = answer.json()
  return {
    id,
    call: (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
      app.app.inject({ method, url, ...(payload && { payload }), headers: { authorization: `Bearer ${secret}` } }),
    async revoke() {
      const revoked = await app.post(`/api/admin/api-keys/${id}/revoke`, { reason: 'It leaked.' }, deputy)
      expect(revoked.statusCode, revoked.body).toBe(204)
    },
  }
}
