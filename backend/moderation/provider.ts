import { moderate } from './embedded.ts'
import { bands, suggestionOf, type Verdict, type ViolationType, violationTypes } from './verdict.ts'

/** Judges a text; never rejects. */
export type Moderator = (text: string) => Promise<Verdict>

export type ProviderOptions = {
  /** `MODERATION_URL`: where an external provider takes posts; null keeps to the embedded moderator. */
  url: string | null
  /** Milliseconds for the whole call. */
  timeout?: number
  /** Told why the embedded moderator stood in; the post is never part of it. */
  onFailure?(reason: string): void
}

const mostBytes = 64 * 1024

/**
 * The moderator that asks an external provider, or the embedded one when there is none or it does not answer in time.
 *
 * The provider gets `POST url` with JSON `{"text": string}` and answers 200 with JSON `{"violationType", "confidence",
 * "reason", "version"}`: one of our types or `none`, a number from 0 to 100, one sentence, a name of at most 60
 * characters. The bands stay ours: the suggestion and whether a type is shown follow from the confidence.
 */
export function createModerator({ url, timeout = 1000, onFailure }: ProviderOptions): Moderator {
  if (url === null) return async (text) => moderate(text)
  return async (text) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ text: text.toWellFormed() }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      })
      if (!response.ok) throw new Error(`it answered ${response.status}`)
      return verdictOf(await limitedJson(response))
    } catch (error) {
      onFailure?.(`The moderation provider was passed over: ${error instanceof Error ? error.message : String(error)}`)
      return moderate(text)
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
  if (typeof reason !== 'string' || reason === '') throw new Error('its reason is missing')
  if (typeof version !== 'string' || version === '') throw new Error('its version is missing')
  const whole = Math.round(confidence)
  if (type === 'none' && whole >= bands.review) throw new Error('it is confident of a violation and names none')
  return {
    violationType: whole < bands.review ? 'none' : type,
    confidence: whole,
    reason: reason.slice(0, 500),
    suggestion: suggestionOf(whole),
    spans: [],
    version: version.slice(0, 60),
  }
}

const typeOf = (value: unknown): ViolationType | 'none' | null =>
  value === 'none' ? 'none' : (violationTypes.find((type) => type === value) ?? null)
