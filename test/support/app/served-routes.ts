import type { App } from '../../../backend/app.ts'

export type ServedRoute = { method: string; url: string }

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
