import type { EventData } from './upcasters.ts'

export const isData = (value: unknown): value is EventData =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null when the text is not a JSON object. */
export function parsed(json: string): EventData | null {
  try {
    const value: unknown = JSON.parse(json)
    return isData(value) ? value : null
  } catch {
    return null
  }
}
