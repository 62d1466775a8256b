import { moderate } from './embedded.ts'
import { bands, suggestionOf, type Verdict, type ViolationType, violationTypes } from './verdict.ts'

/** Judges a text; never rejects. `standIn` judges when the provider does not: usually the embedded moderator. */
export type Moderator = (text: string, standIn?: () => Verdict | Promise<Verdict>) => Promise<Verdict>

export type ProviderOptions = {
  /** `MODERATION_URL`: where an external provider takes posts; null keeps to the embedded moderator. */
  url: string | null
  /** Milliseconds for the whole call. */
  timeout?: number
  /** Told why the embedded moderator stood in; the post is never part of it. */
  onFailure?(reason: string): void
  /** Milliseconds for which a provider is left alone that failed three times running. */
  pause?: number
}

/** In a row; after them nobody waits for the provider until the pause is over. */
const mostFailures = 3

const mostBytes = 64 * 1024

/**
 * Asks the external provider, and rejects when it does not answer as it should and in time.
 *
 * It gets `POST url` with JSON `{"text": string}` and answers 200 with JSON `{"violationType", "confidence",
 * "reason", "version"}`: one of our types or `none`, a number from 0 to 100, one sentence, a name of at most 60
 * characters. The bands stay ours: the suggestion and whether a type is shown follow from the confidence.
 */
export async function askProvider(url: string, text: string, timeout = 1000): Promise<Verdict> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ text: text.toWellFormed() }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  return verdictOf(await limitedJson(response))
}

/** The moderator that asks an external provider first, when there is one. */
export function createModerator({ url, timeout, onFailure, pause = 30_000 }: ProviderOptions): Moderator {
  let failures = 0
  let pausedUntil = 0
  return async (text, standIn = () => moderate(text)) => {
    if (url === null || performance.now() < pausedUntil) return standIn()
    try {
      const verdict = await askProvider(url, text, timeout)
      failures = 0
      return verdict
    } catch (error) {
      failures += 1
      if (failures >= mostFailures) pausedUntil = performance.now() + pause
      onFailure?.(`The moderation provider was passed over: ${error instanceof Error ? error.message : String(error)}`)
      return standIn()
    }
  }
}

async function limitedJson(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > mostBytes) throw new Error(`its answer is longer than ${mostBytes} bytes`)
    parts.push(part)
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'))
}

function verdictOf(answer: unknown): Verdict {
  if (typeof answer !== 'object' || answer === null) throw new Error('its answer is no object')
  const { violationType, confidence, reason, version }: { [field: string]: unknown } = { ...answer }
  const type = typeOf(violationType)
  if (type === null) throw new Error('its violationType is none of ours')
  if (typeof confidence !== 'number' || !(confidence >= 0 && confidence <= 100))
    throw new Error('its confidence is no number from 0 to 100')
  const sentence = storable(reason, 500)
  if (sentence === '') throw new Error('its reason is missing')
  const name = storable(version, 60)
  if (name === '') throw new Error('its version is missing')
  const whole = Math.round(confidence)
  if (type === 'none' && whole >= bands.review) throw new Error('it is confident of a violation and names none')
  return {
    violationType: whole < bands.review ? 'none' : type,
    confidence: whole,
    reason: sentence,
    suggestion: suggestionOf(whole),
    spans: [],
    version: name,
  }
}

/** The beginning of a text as the log and PostgreSQL can carry it; '' when it is none. */
const storable = (value: unknown, most: number): string =>
  typeof value === 'string' ? value.slice(0, most).toWellFormed().replaceAll('\u0000', '').trim() : ''

const typeOf = (value: unknown): ViolationType | 'none' | null =>
  value === 'none' ? 'none' : (violationTypes.find((type) => type === value) ?? null)
