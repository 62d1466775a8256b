import type { z } from 'zod'

/** What people can write in a mail: `{{firstName}}`, or `{{firstName|friend}}` with other words for unknown names. */
export const mergeFields = ['firstName', 'siteName'] as const

const written = /\{\{\s*([^{}|]*?)\s*(?:\|[^{}]*)?\}\}/g

/** Names of fields that nobody can fill, as written. */
export const unknownFields = (text: string): string[] =>
  [...text.matchAll(written)].map(([, name = '']) => name).filter((name) => !mergeFields.some((one) => one === name))

/** Refuses text that would go out with its braces. */
export function refuseUnknownFields(text: string | null, context: z.RefinementCtx<string | null>): void {
  const [unknown] = unknownFields(text ?? '')
  if (unknown !== undefined) context.addIssue(`Nobody can fill in {{${unknown}}}. Use {{firstName}} or {{siteName}}.`)
}
