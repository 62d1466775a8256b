import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { defaultThresholds, verdictOn } from '../domain/forum/screening.ts'
import type { Classification } from '../moderation/classification.ts'
import { linesOf } from './lines.ts'

type Streams = {
  input: AsyncIterable<Uint8Array>
  output: Writable
  errors: Writable
  classify(text: string): Classification
}

/**
 * Reads JSON lines `{"id", "text"}` and writes `{"id", "violationType", "confidence"}` for each as it comes, at the default
 * thresholds. A line that cannot be scored is reported on `errors` and skipped. Returns the exit code: 1 if there was one.
 */
export async function scoreLines({ input, output, errors, classify }: Streams): Promise<0 | 1> {
  let number = 0
  let failed = 0
  for await (const line of linesOf(input)) {
    number++
    if (line.trim() === '') continue
    const post = parse(line)
    if (typeof post === 'string') {
      failed++
      errors.write(`Line ${number}: ${post}\n`)
      continue
    }
    const classification = classify(post.text)
    const { violationType, confidence } = verdictOn({ classification, thresholds: defaultThresholds })
    if (!output.write(`${JSON.stringify({ id: post.id, violationType, confidence })}\n`)) await once(output, 'drain')
  }
  return failed > 0 ? 1 : 0
}

/** The post, or what is wrong with the line. */
function parse(line: string): { id: string | number; text: string } | string {
  let row: unknown
  try {
    row = JSON.parse(line)
  } catch {
    return 'this is not JSON. Write one object per line: {"id": "1", "text": "…"}'
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return 'this is not an object. Write {"id": "1", "text": "…"}'
  const { id, text }: { [field: string]: unknown } = { ...row }
  if (typeof id !== 'string' && typeof id !== 'number') return '"id" is missing, or neither a string nor a number.'
  if (typeof text !== 'string') return '"text" is missing or not a string.'
  return { id, text }
}
