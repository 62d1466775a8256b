import type { App } from '../../../backend/app.ts'

export type ServedRoute = { method: string; url: string }

export const nameOf = ({ method, url }: ServedRoute): string => `${method} ${url}`

/** The content types of routes that accept files: 415 comes before 401. */
const fileTypes: { [route: string]: string } = {
  'PUT /api/profile/photo': 'image/png',
  'POST /api/moderation/models': 'application/octet-stream',
  'POST /api/admin/imports/:kind/check': 'text/csv',
}

/** A request with an invalid body: it changes nothing, and who may not call the route is refused before it is read. */
export function invalidRequest({ method, url }: ServedRoute, headers: { [name: string]: string }) {
  const type = fileTypes[`${method} ${url}`] ?? 'application/json'
  return {
    method: method === 'GET' || method === 'DELETE' || method === 'PUT' ? method : ('POST' as const),
    url: url.replace(':topic', 'prayers').replace(':id', '999999'),
    headers: { 'sec-fetch-site': 'same-origin', ...headers, ...(method !== 'GET' && { 'content-type': type }) },
    ...(method !== 'GET' && { payload: '{' }),
  }
}

/** Every route listed by the server itself, without HEAD: `{ method: 'GET', url: '/api/admin/prayers/:id' }`. */
export function routesOf({ http }: Pick<App, 'http'>): ServedRoute[] {
  const above: string[] = []
  return http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part, methods] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? []
      if (part === undefined) return []
      const depth = indent.length / 4
      above.splice(depth, above.length, part)
      const url = above.join('')
      const served = methods?.split(', ').filter((method) => method !== 'HEAD') ?? []
      return served.map((method) => ({ method, url }))
    })
}
