import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { shortCodeWords } from '../records/short-codes.ts'
import { idParams, noContent, ownPath, requiredText, timestamp } from './fields.ts'
import { newTexts } from './record-schemas.ts'

/** Other links of the site begin with them: /go/donate, /go/mail/… */
const taken = ['donate', 'mail']

/** Read aloud, typed on a phone and scanned: small letters, digits and hyphens. */
const code = requiredText(32)
  .transform((text) => text.toLowerCase())
  .refine((text) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length >= 2, {
    error: 'Use 2 to 32 letters, digits and hyphens, such as fair-26.',
    abort: true,
  })
  .refine((text) => !taken.includes(text), 'The site uses this code itself. Choose another one.')

const path = ownPath.refine((text) => !/^\/(api|go)(\/|$|\?)/.test(text), 'Choose a page of the site, such as /events.')

const words = { ...newTexts(shortCodeWords), path }

export const shortCode = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  path: z.string(),
  /** It leads to the home page and is no longer counted. */
  isRetired: z.boolean(),
  createdAt: timestamp,
  /** Times that people followed it: since it was made, and in the last 30 days. */
  visits: z.int(),
  recentVisits: z.int(),
})
export type ShortCode = z.infer<typeof shortCode>

/** A link, not an API call, for paper and signs. */
export const followShortCode = endpoint('GET', '/go/:code', {
  summary: 'Redirects to the page of a short link.',
  schema: { params: z.object({ code: z.string() }), response: { 303: noContent } },
})

export const listShortCodes = endpoint('GET', '/api/admin/short-codes', {
  summary: 'Every short link with its counts, the newest first.',
  schema: { response: { 200: z.array(shortCode) } },
})

export const makeShortCode = endpoint('POST', '/api/admin/short-codes', {
  summary: 'Make a short link to a page of the site; 409 for a code that is taken.',
  schema: { body: z.strictObject({ code, ...words }), response: { 201: shortCode } },
})

export const changeShortCode = endpoint('PUT', '/api/admin/short-codes/:id', {
  summary: 'Change the name of a short link or the page that it leads to.',
  schema: { params: idParams, body: z.strictObject(words), response: { 200: shortCode } },
})

export const retireShortCode = endpoint('DELETE', '/api/admin/short-codes/:id', {
  summary: 'Retire a short link: it leads to the home page from now on.',
  schema: { params: idParams, response: { 204: noContent } },
})

export const restoreShortCode = endpoint('POST', '/api/admin/short-codes/:id/restore', {
  summary: 'Use a retired short link again.',
  schema: { params: idParams, response: { 200: shortCode } },
})

export const drawQrCode = endpoint('GET', '/api/admin/short-codes/:id/qr', {
  summary: 'The QR code of a short link, for print (SVG) or for programs that take no SVG (PNG, 1,000 pixels or more).',
  schema: {
    params: idParams,
    querystring: z.strictObject({ format: z.enum(['svg', 'png'], 'Use one of: svg, png.').default('svg') }),
    response: { 200: z.any() },
  },
})
