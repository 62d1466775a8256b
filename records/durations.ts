/** In milliseconds. */
export const hour = 3_600_000
export const day = 24 * hour
export const week = 7 * day
