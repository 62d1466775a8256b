import type { ZodType } from 'zod'

/** The HTTP interface of one route: both sides take method, URL and types from here. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** In Fastify notation, `/api/prayers/:id`. */
  url: string
  /** One line for the API documentation. */
  summary: string
  schema: {
    params?: ZodType
    querystring?: ZodType
    body?: ZodType
    /** By status; `z.undefined()` where there is no body. */
    response: { [status: number]: ZodType }
  }
}

export const endpoint = <
  const Method extends Endpoint['method'],
  const Url extends string,
  const Rest extends Omit<Endpoint, 'method' | 'url'>,
>(
  method: Method,
  url: Url,
  rest: Rest,
) => ({ method, url, ...rest })
