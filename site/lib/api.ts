import type { ZodType, z } from 'zod'
import type { Endpoint } from '../../records/http/endpoint.ts'
import { notShown } from '../../records/http/incomplete-rows.ts'
import { problemCodes } from '../../records/http/problem-codes.ts'
import { type Challenge, proofHeader } from '../../records/http/proof-of-work.ts'
import { incompleteRows } from './incomplete-rows.ts'
import type { Message } from './messages.ts'
import { withQuery } from './paths.ts'

type Part<E extends Endpoint, K extends 'params' | 'querystring' | 'body'> = E['schema'][K] extends ZodType
  ? z.input<E['schema'][K]>
  : never

type Parts<E extends Endpoint> = {
  params?: Record<string, string | number>
  query?: Partial<Part<E, 'querystring'>>
  body?: Part<E, 'body'>
  /** The revision that was edited: the server rejects with 409 when the row has changed since. */
  revision?: number
}

type Answer<E extends Endpoint> = {
  [S in keyof E['schema']['response']]: E['schema']['response'][S] extends ZodType
    ? z.output<E['schema']['response'][S]>
    : never
}[keyof E['schema']['response']]

export type FieldErrors = { [field: string]: string }

/** A non-OK answer; the message is '{status}: {body or status text}' (§8). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The server's sentence for people, if it sent one. */
  readonly sentence: string | null
  readonly fieldErrors: FieldErrors
  readonly body: string

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`)
    this.status = status
    const problem = parseProblem(body)
    this.sentence = problem.sentence
    this.fieldErrors = problem.fieldErrors
    this.body = body
  }
}

/** No response: offline, or the server is down; the outcome is unknown. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly isOffline = !navigator.onLine
}

/** The server's sentence for a failure, if it sent one. */
export const sentenceOf = (error: unknown): string | null => (error instanceof ApiError ? error.sentence : null)

/** A message about a failure, with the server’s sentence in place of its own description where there is one. */
export const explain = ({ title, description }: Message, error: unknown): Message => ({
  title,
  description: sentenceOf(error) ?? description,
})

/** True when the page belongs to another user than the one who is signed in: sending again never helps. */
export const isAnothers = (error: unknown): boolean =>
  error instanceof ApiError && codeOf(error.body) === problemCodes.anotherUser

/** The change that another admin saved in between: the row as it is now, and the names of the fields that differ. */
export type Conflict<Item> = { current: Item; changed: readonly string[] }

/** Why an edit was rejected, if it was because the row had changed (409). */
export function conflictIn<Item>(error: unknown): Conflict<Item> | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { current, changed } = parseAnswer(error.body)
  return current && Array.isArray(changed) ? { current, changed } : null
}

/** Sent with every call of this page. */
export const pageHeaders: { [name: string]: string } = {}

/**
 * Calls one endpoint of `contract/`: `call<typeof submitPrayer>('POST', '/api/prayers', { body })`. Method and address
 * are checked against the contract by the compiler, so that zod never reaches the browser.
 */
export async function call<E extends Endpoint>(
  method: E['method'],
  url: E['url'],
  parts: Parts<E> = {},
): Promise<Answer<E>> {
  return (await exchangeJson<E>(method, url, parts)).answer
}

/** A list that is a bare array, and the number of all rows that match (X-Total-Count). */
export async function callForPage<E extends Endpoint>(
  url: E['url'],
  parts: Parts<E>,
): Promise<{ items: Answer<E>; total: number }> {
  const { answer, total } = await exchangeJson<E>('GET', url, parts)
  return { items: answer, total }
}

const pathOf = (url: string, params: { [name: string]: unknown }) =>
  url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

async function exchangeJson<E extends Endpoint>(
  method: E['method'],
  url: E['url'],
  { params = {}, query, body, revision }: Parts<E>,
): Promise<{ answer: Answer<E>; total: number }> {
  const address = withQuery(pathOf(url, params), wordsOf(query))
  const payload = body === undefined ? null : JSON.stringify(body)
  const submission = method === 'POST' ? `${address} ${payload}` : null
  const headers = new Headers({ accept: 'application/json', ...pageHeaders })
  if (payload !== null) headers.set('content-type', 'application/json')
  if (submission !== null) headers.set('idempotency-key', keyFor(submission))
  if (revision !== undefined) headers.set('if-match', `"${revision}"`)

  const send = () => exchange(address, { method, headers, body: payload })
  let received = await send()
  // More work may be asked for by the time that a proof is ready.
  for (let proofs = 0; proofs < 3; proofs++) {
    const challenge = received.status === 429 ? challengeIn(received.text) : null
    if (challenge === null) break
    const { prove } = await import('./proof-of-work.ts')
    const proof = await prove(challenge).catch(() => null)
    if (proof === null) break
    headers.set(proofHeader, proof)
    received = await send()
  }
  const { ok, status, statusText, text, total } = received
  const isOpen = status >= 500 || status === 429 || isSignedOut(status, url)
  if (submission !== null && !isOpen) unanswered.delete(submission)
  if (!ok) throw new ApiError(status, statusText, text)
  return { answer: parseAnswer(text), total }
}

/** The work to do before the form is sent again, if the server asks for it. */
function challengeIn(body: string): Challenge | null {
  const parsed = parseJson(body)
  const challenge = isRecord(parsed) && isRecord(parsed.challenge) ? parsed.challenge : {}
  const { token, bits } = challenge
  return typeof token === 'string' && typeof bits === 'number' ? { token, bits } : null
}

/** Sends a file, such as a picture, as the body. */
export async function callWithFile<E extends Endpoint>(
  method: E['method'],
  url: E['url'],
  file: Blob,
  query: Partial<Part<E, 'querystring'>> = {},
  params: { [name: string]: string } = {},
): Promise<Answer<E>> {
  const headers = new Headers({ accept: 'application/json', 'content-type': file.type, ...pageHeaders })
  const address = withQuery(pathOf(url, params), wordsOf(query))
  const { ok, status, statusText, text } = await exchange(address, { method, headers, body: file })
  if (!ok) throw new ApiError(status, statusText, text)
  return parseAnswer(text)
}

/**
 * Events of the window: a call was rejected because the session has ended, people signed in again in place, a call was
 * rejected to an admin who has to set up two-step sign-in first, one because another user is signed in by now, and one
 * because the person has lost the right to it.
 */
export const sessionEvents = {
  ended: 'session-ended',
  resumed: 'session-resumed',
  secondFactorNeeded: 'second-factor-needed',
  anotherUser: 'another-user',
  rightLost: 'right-lost',
}

/** Asks people to prove their identity; resolves to whether they did. */
type AskForProof = () => Promise<boolean>
let askForProof: AskForProof | null = null

/** Handles calls that are rejected for lack of a recent proof; null: this page cannot ask. */
export function onProofNeeded(ask: AskForProof | null): void {
  askForProof = ask
}

/** The sign-in calls also answer 401, to a wrong password. */
const isSignedOut = (status: number, address: string) => status === 401 && !address.startsWith('/api/auth/')

/** A call that requires a recent proof is sent again after the proof, so that no input is lost. */
async function exchange(address: string, request: RequestInit) {
  const first = await send(address, request)
  if (first.status === 409 && codeOf(first.text) === problemCodes.anotherUser)
    dispatchEvent(new Event(sessionEvents.anotherUser))
  if (first.status !== 403) return first
  const code = codeOf(first.text)
  if (code === problemCodes.secondFactorNeeded) dispatchEvent(new Event(sessionEvents.secondFactorNeeded))
  if (code === problemCodes.rightNeeded) dispatchEvent(new Event(sessionEvents.rightLost))
  const isProven = code === problemCodes.proofNeeded && (await askForProof?.())
  return isProven ? send(address, request) : first
}

const codeOf = (body: string): unknown => {
  const problem = parseJson(body)
  return isRecord(problem) ? problem.code : undefined
}

async function send(address: string, request: RequestInit) {
  try {
    const response = await fetch(address, { ...request, credentials: 'same-origin', cache: 'no-store' })
    const { ok, status, statusText } = response
    if (isSignedOut(status, address)) dispatchEvent(new Event(sessionEvents.ended))
    const total = Number(response.headers.get('x-total-count'))
    const text = await response.text()
    // In a text of a row, the quotation marks would be escaped.
    if (ok && text.includes(`"${notShown}":[`)) dispatchEvent(new Event(incompleteRows))
    return { ok, status, statusText, total, text }
  } catch {
    throw new ConnectionError('No answer from the server.')
  }
}

/** Idempotency keys of submissions whose outcome is unknown: a retry reuses the key, so nothing is stored twice. */
const unanswered = new Map<string, string>()

function keyFor(submission: string): string {
  const key = unanswered.get(submission) ?? newKey()
  unanswered.set(submission, key)
  return key
}

/** 128 random bits; `crypto.randomUUID` is missing on plain-HTTP addresses other than localhost. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Untyped on purpose: from here on, the contract describes what the server sent. */
const parseAnswer = (text: string) => JSON.parse(text === '' ? 'null' : text)

const wordsOf = (query: object = {}) => new URLSearchParams(Object.entries(query).map(pair))

const pair = ([name, value]: [string, unknown]): [string, string] => [name, String(value)]

function parseProblem(body: string) {
  const parsed = parseJson(body)
  const fieldErrors: FieldErrors = {}
  if (!isRecord(parsed)) return { sentence: null, fieldErrors }
  for (const error of Array.isArray(parsed.errors) ? parsed.errors : []) {
    if (!isRecord(error) || typeof error.path !== 'string' || typeof error.message !== 'string') continue
    const field = error.path.split(/[./]/).at(-1)
    if (field !== undefined) fieldErrors[field] ??= error.message
  }
  return { sentence: typeof parsed.message === 'string' ? parsed.message : null, fieldErrors }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
