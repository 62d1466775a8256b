import { classifyByBundledModel } from './bundled-model.ts'
import { classes } from './classes.ts'
import type { Classification } from './classification.ts'

/** Never rejects: `fallback` answers when the outside moderator does not; by default the bundled model. */
export type Moderator = (
  text: string,
  fallback?: () => Classification | Promise<Classification>,
) => Promise<Classification>

type Asking = {
  /** Percent: an answer this confident of a violation has to name its type. */
  namesTypeFrom: number
  /** Timeout for the whole call, in milliseconds. */
  timeout?: number
}

export type ProviderOptions = Asking & {
  /** `MODERATION_URL`: where the outside moderator takes posts; null for none. */
  url: string | null
  /** Called with the reason why the fallback was used; never with the post in it. */
  onFailure?(reason: string): void
  /** Milliseconds without a call after three failures in a row. */
  pause?: number
}

/** In a row, before the pause. */
const maxFailures = 3

const maxBytes = 64 * 1024

/**
 * Asks the outside moderator; rejects when it does not answer correctly and in time.
 *
 * It gets `POST url` with JSON `{"text": string}` and answers 200 with JSON `{"violationType", "confidence",
 * "reason", "version"}`: one of our types or `none`, a number from 0 to 100, one sentence, a name of at most 60
 * characters.
 */
export async function askProvider(
  url: string,
  text: string,
  { namesTypeFrom, timeout = 1000 }: Asking,
): Promise<Classification> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ text: text.toWellFormed() }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  return classificationOf(await limitedJson(response), namesTypeFrom)
}

/** A moderator that asks the outside one first, if there is one. */
export function createModerator({ url, onFailure, pause = 30_000, ...asking }: ProviderOptions): Moderator {
  let failures = 0
  let pausedUntil = 0
  return async (text, fallback = () => classifyByBundledModel(text)) => {
    if (url === null || performance.now() < pausedUntil) return fallback()
    try {
      const classification = await askProvider(url, text, asking)
      failures = 0
      return classification
    } catch (error) {
      failures += 1
      if (failures >= maxFailures) pausedUntil = performance.now() + pause
      onFailure?.(`The outside moderator was skipped: ${error instanceof Error ? error.message : String(error)}`)
      return fallback()
    }
  }
}

async function limitedJson(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > maxBytes) throw new Error(`its answer is longer than ${maxBytes} bytes`)
    parts.push(part)
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'))
}

function classificationOf(answer: unknown, namesTypeFrom: number): Classification {
  if (typeof answer !== 'object' || answer === null) throw new Error('its answer is not an object')
  const { violationType: type, confidence, reason, version }: { [field: string]: unknown } = { ...answer }
  const violationType = classes.find((one) => one === type)
  if (violationType === undefined) throw new Error('its violationType is unknown')
  if (typeof confidence !== 'number' || !(confidence >= 0 && confidence <= 100))
    throw new Error('its confidence is not a number from 0 to 100')
  const sentence = storable(reason, 500)
  if (sentence === '') throw new Error('its reason is missing')
  const moderator = storable(version, 60)
  if (moderator === '') throw new Error('its version is missing')
  const percent = Math.round(confidence)
  if (violationType === 'none' && percent >= namesTypeFrom)
    throw new Error('it is confident of a violation but names none')
  return { source: 'outside', violationType, probability: percent / 100, spans: [], moderator, reason: sentence }
}

/** The beginning of a text in characters that the log and PostgreSQL can store; '' for anything else. */
const storable = (value: unknown, maxLength: number): string =>
  typeof value === 'string' ? value.slice(0, maxLength).toWellFormed().replaceAll('\u0000', '').trim() : ''
