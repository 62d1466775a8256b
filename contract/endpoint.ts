import type { ZodType } from 'zod'

/** What travels over HTTP for one route: both sides take method, address and types from here. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Fastify's notation, `/api/prayers/:id`. */
  url: string
  /** One line for the API page. */
  summary: string
  schema: {
    params?: ZodType
    querystring?: ZodType
    body?: ZodType
    /** By status; `z.undefined()` where there is no body. */
    response: { [status: number]: ZodType }
  }
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition
