/** Pauses between attempts, in milliseconds: the first one, doubled after each failure up to `max`. */
export type Backoff = { first: number; max: number }

/** The pause after this many failures in a row before the last one. */
export const pauseAfter = (failures: number, { first, max }: Backoff): number => Math.min(first * 2 ** failures, max)
