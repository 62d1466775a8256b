import { returnTokensIn } from '../mail/return-address.ts'
import { quotesHeaders, returnedWords } from './bounce-words.ts'
import { headerIn, type Part, partsOf } from './mime-parts.ts'
import { ourMailsIn } from './returned-mail.ts'

/**
 * Evidence that a report is about a mail that its sender got, and not only heard of: a Message-ID stands in every answer
 * and in every mail that is passed on.
 */
export type ReportProof = {
  /** Tokens of the return addresses that it came to, as its headers have them. */
  cameTo: string[]
  /** Headers that name our mail in the copy that it returns. */
  copied: { messageIds: string[]; tokens: string[] }
  /** The servers (RFC 8601) that found it signed by the domain of its sender. */
  signedAccordingTo: string[]
}

/** A copy in words has the fields that a reader of mail sees besides that one. */
const fields = ['from', 'to', 'subject', 'date']
const fewestFields = 2

/** The mail that it returns: as a part, or its headers in words. */
function copiesIn(parts: Part[]): string[] {
  const returned = parts.filter(({ isReturned }) => isReturned).flatMap(({ headers, text }) => [headers, text])
  const quoted = parts
    .filter(({ isReturned, text }) => !isReturned && quotesHeaders(text))
    .map(({ text }) => returnedWords(text).replace(/^[ >\t]+/gm, ''))
    .filter((words) => fields.filter((field) => headerIn(words, field) !== '').length >= fewestFields)
  return [...returned, ...quoted]
}

/** The first field of a server is its own: it removes those that others wrote in its name, and puts its own on top. */
function signedAccordingTo(headers: string): string[] {
  const sender = /@([\w.-]+)>?\s*$/.exec(headerIn(headers, 'from').replace(/\([^()]*\)/g, ''))?.[1]?.toLowerCase()
  if (sender === undefined) return []
  const results = new Map<string, string>()
  for (const [, server = '', said = ''] of headers.matchAll(
    /^authentication-results[ \t]*:[ \t]*([\w.-]+)([^\r\n]*)/gim,
  ))
    if (!results.has(server.toLowerCase())) results.set(server.toLowerCase(), said.toLowerCase())
  const isSigned = (said: string) =>
    [...said.matchAll(/\bdkim=pass\b[^;]*\bheader\.(?:d=|i=[^@\s;]*@)([\w.-]+)/g)].some(
      ([, domain = '']) => sender === domain || sender.endsWith(`.${domain}`),
    )
  return [...results].filter(([, said]) => isSigned(said)).map(([server]) => server)
}

export function proofIn(source: Buffer): ReportProof {
  const parts = partsOf(source)
  const headers = parts[0]?.headers ?? ''
  const copies = copiesIn(parts)
  return {
    cameTo: returnTokensIn(headers),
    copied: { messageIds: copies.flatMap(ourMailsIn), tokens: copies.flatMap(returnTokensIn) },
    signedAccordingTo: signedAccordingTo(headers),
  }
}
