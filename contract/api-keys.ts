import { z } from 'zod'
import { apiKeyEnd, apiKey as record } from '../records/api-keys.ts'
import { endpoint } from '../records/http/endpoint.ts'
import { everyRight, keyRights } from '../records/staff-rights.ts'
import { day, idParams, noContent, timestamp } from './fields.ts'
import { newTexts } from './record-schemas.ts'

const rights = z
  .array(z.enum(keyRights, `A key can hold ${keyRights.join(', ')}.`))
  .min(1, 'Choose at least one right.')
  .max(everyRight.length)
  .transform((chosen) => keyRights.filter((right) => chosen.includes(right)))

export const apiKey = z.object({
  id: z.int(),
  name: z.string(),
  rights: z.array(z.string()),
  /** The name of the admin who issued it; null where the account is gone. */
  issuedBy: z.string().nullable(),
  issuedAt: timestamp,
  until: timestamp,
  /** To the hour; null: never, or not known since the site was restored from a backup. */
  lastUsedAt: timestamp.nullable(),
  /** `stopped`: its issuer is no longer an admin, or the site was restored from a backup, which holds no keys. */
  state: z.enum(['works', 'ended', 'revoked', 'stopped']),
})
export type ApiKey = z.infer<typeof apiKey>

export const listApiKeys = endpoint('GET', '/api/admin/api-keys', {
  summary: 'Every API key that was ever issued, without the keys themselves; those that work come first.',
  schema: { response: { 200: z.array(apiKey) } },
})

export const issueApiKey = endpoint('POST', '/api/admin/api-keys', {
  summary: 'Issue an API key, which is answered once and kept nowhere; 409 for the name of a key in force.',
  schema: {
    body: z.strictObject({ ...newTexts(record), rights, lastDay: day }),
    response: { 201: z.object({ id: z.int(), secret: z.string() }) },
  },
})

export const revokeApiKey = endpoint('POST', '/api/admin/api-keys/:id/revoke', {
  summary: 'Revoke an API key: it is refused from the next request on.',
  schema: { params: idParams, body: z.strictObject(newTexts(apiKeyEnd)), response: { 204: noContent } },
})
