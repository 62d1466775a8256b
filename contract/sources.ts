import { namesOf } from '../records/names.ts'
import { source as record } from '../records/origins.ts'
import { type Values, valuesIn } from '../records/values.ts'

export type Source = Values<typeof record>

export const noSource: Source = valuesIn(record, {})

/** Takes the place of a part that cannot be kept. */
export const other = 'other'

/** The parameters of an address that say where its visitor comes from, by part. */
export const sourceParameters = {
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmContent: 'utm_content',
  utmTerm: 'utm_term',
  code: 's',
  mailLink: 'm',
} as const

/** A cheap test for any of them, which every request for a page takes. */
export const mayHaveSource = (query: string): boolean => /[?&](?:utm_|s=|m=)/.test(query)

/** An address with one part of a source as a parameter: absolute, or a path of this site. */
export function addressFrom(address: string, part: keyof typeof sourceParameters, value: string): string {
  const here = 'https://here.invalid'
  const target = new URL(address, here)
  target.searchParams.set(sourceParameters[part], value)
  return target.origin === here ? target.pathname + target.search + target.hash : target.href
}

/** Sources survive the erasure of a person, so nothing that names one may become part of them. */
const looksLikeEmail = /@|%40/i
const unprintable = /[\p{C}\p{Zl}\p{Zp}<>"`\\]/u

const rules: { [Part in keyof Source]: (value: string) => string | null } = {
  utmSource: tag,
  utmMedium: tag,
  utmCampaign: tag,
  utmContent: tag,
  utmTerm: tag,
  code: (value) => (/^[\w-]{1,40}$/.test(value) ? value : other),
  referrer: (value) => (/^[a-z\d.-]{1,100}$/.test(value) ? value : other),
  landingPage: (value) => (/^\/[\w./-]{0,99}$/.test(value) ? value : other),
  mailLink: (value) => (/^\d{1,9}\.\d{1,4}$/.test(value) ? value : null),
}

function tag(value: string): string {
  return value.length > record.utmSource.max || looksLikeEmail.test(value) || unprintable.test(value) ? other : value
}

/** The parts that can be kept, of what a browser says; a part that is blank is null. */
export function checkedSource(said: { [Part in keyof Source]?: string | null | undefined }): Source {
  const kept = namesOf(record).map((part) => {
    const value = said[part]?.trim() ?? ''
    return [part, value === '' ? null : rules[part](value)]
  })
  return valuesIn(record, Object.fromEntries(kept))
}

/** The source that the parameters of an address name. */
export function sourceInQuery(query: URLSearchParams): Partial<Source> {
  return Object.fromEntries(Object.entries(sourceParameters).map(([part, parameter]) => [part, query.get(parameter)]))
}

/** The host of another site; null for this one, and where a browser names none. */
export function otherHost(referrer: string | undefined, ownHost: string | undefined): string | null {
  if (referrer === undefined || !URL.canParse(referrer)) return null
  const { protocol, host, hostname } = new URL(referrer)
  return /^https?:$/.test(protocol) && host !== ownHost ? hostname : null
}

/** A browser that asks not to be tracked (Global Privacy Control, or Do Not Track before it). */
export const isUntracked = (headers: { readonly [name: string]: string | string[] | undefined }): boolean =>
  headers['sec-gpc'] === '1' || headers.dnt === '1'

export const firstSourceCookie = (isHttps: boolean): string => `${isHttps ? '__Host-' : ''}first-source`

/** Days for which the first source of a visit counts. */
export const firstSourceDays = 30

/** As the cookie holds it. */
export const cookieOf = (source: Source): string =>
  Buffer.from(
    JSON.stringify(Object.fromEntries(Object.entries(source).filter(([, value]) => value !== null))),
  ).toString('base64url')

/** The source that a cookie holds, even one that a visitor wrote; null for anything else. */
export function sourceInCookie(value: string | undefined): Source | null {
  if (value === undefined || value.length > 4000) return null
  try {
    const said: unknown = JSON.parse(Buffer.from(value, 'base64url').toString())
    if (typeof said !== 'object' || said === null) return null
    return checkedSource(Object.fromEntries(Object.entries(said).filter(([, part]) => typeof part === 'string')))
  } catch {
    return null
  }
}
