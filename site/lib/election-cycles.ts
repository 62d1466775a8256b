/** '2025–2026': the two years of a federal election cycle, named by the even one. */
export const cycleNames = (year: number) => `${year - 1}–${year}`

/** The cycle of now and the nine before it, the newest first. */
export function cycleYears(now: Date): number[] {
  const current = Math.ceil(now.getUTCFullYear() / 2) * 2
  return Array.from({ length: 10 }, (_, index) => current - 2 * index)
}
