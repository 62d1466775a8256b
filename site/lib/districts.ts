/** Where the people of a ZIP code live, by the share of them who live in the district. */
export function districtWords(share: number | null | undefined): string {
  if (typeof share !== 'number') return 'Unknown'
  if (share === 0) return 'Outside the district'
  if (share === 1) return 'In the district'
  // A share that is nearly nothing or all is neither.
  return `${Math.min(99, Math.max(1, Math.round(100 * share)))}% of this ZIP code is in the district`
}
