import type { FastifyRequest } from 'fastify'
import '@fastify/cookie'
import type { NotedForm } from '../../contract/form-notes.ts'
import {
  checkedSource,
  firstSourceCookie,
  isUntracked,
  noSource,
  other,
  type Source,
  sourceInCookie,
  sourceInQuery,
} from '../../contract/sources.ts'
import { namesOf } from '../../records/names.ts'
import { type origin, source as record } from '../../records/origins.ts'
import type { Values } from '../../records/values.ts'
import type { WordingOf } from './wordings.ts'

/**
 * Where an act of a visitor came from, and what they agreed to beside this form. Put it behind the body, which holds what
 * the form says about that.
 */
export type OriginOf = (request: FastifyRequest, form?: NotedForm) => Promise<Values<typeof origin>>

type OriginTools = {
  isHttps: boolean
  /** The view of the home page to which this visitor’s conversions are credited. */
  viewOf(request: FastifyRequest): string | null
  wordingOf: WordingOf
  /** For each value: true when it may be kept. */
  admit(values: readonly { kind: string; value: string }[]): Promise<boolean[]>
}

/** Made-up values of one kind must not displace those of another. */
const kinds: { [Part in keyof Source]: string } = {
  utmSource: 'tag',
  utmMedium: 'tag',
  utmCampaign: 'tag',
  utmContent: 'tag',
  utmTerm: 'tag',
  code: 'tag',
  referrer: 'site',
  landingPage: 'page',
  // A visitor may count up these numbers.
  mailLink: 'mail',
}

/** Nothing that a browser says about sources is proved, so each value is checked like any other input. */
export function createOriginOf({ isHttps, viewOf, wordingOf, admit }: OriginTools): OriginOf {
  const cookie = firstSourceCookie(isHttps)

  async function limited(source: Source): Promise<Source> {
    const parts = namesOf(record).flatMap((part) => {
      const [kind, value] = [kinds[part], source[part]]
      return value === null || value === other ? [] : [{ part, kind, value }]
    })
    if (parts.length === 0) return source
    const areKept = await admit(parts)
    return { ...source, ...Object.fromEntries(parts.filter((_, at) => !areKept[at]).map(({ part }) => [part, other])) }
  }

  return async (request, form) => {
    const first = isUntracked(request.headers) ? null : sourceInCookie(request.cookies[cookie])
    return {
      firstSource: await limited(first ?? noSource),
      actSource: await limited(sourceOfPage(request)),
      viewId: viewOf(request),
      wording: form === undefined ? null : await wordingOf(request, form),
    }
  }
}

/** The source in the address of our page with the form or the link; a link may also say it itself. */
function sourceOfPage({ headers, url }: FastifyRequest): Source {
  const own = new URL(url, 'http://localhost').searchParams
  const { referer = '', host } = headers
  const page = URL.canParse(referer) ? new URL(referer) : null
  const isOurs = page !== null && page.host === host
  return checkedSource({ ...(isOurs && filled(sourceInQuery(page.searchParams))), ...filled(sourceInQuery(own)) })
}

const filled = (source: Partial<Source>) =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== null && value !== ''))
