import type { IncomingHttpHeaders } from 'node:http'

const names = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

/** Why a browser asks for a page before people open it, such as 'prefetch;prerender'; undefined: they opened it. */
export const purposeOf = (headers: IncomingHttpHeaders): string | undefined =>
  names.flatMap((name) => headers[name] ?? []).join(' ') || undefined

export const isLoadedAhead = (purpose = ''): boolean => /prefetch|prerender|preview/i.test(purpose)
