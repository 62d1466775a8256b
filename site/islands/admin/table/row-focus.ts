/** Elements that can take the focus inside a row. */
export const controls = 'a[href], button:not(:disabled), input:not(:disabled)'

/**
 * Moves the focus from a control of a row to the same one in the next or previous row, or in the first or last one.
 * Returns false for other keys.
 */
export function focusNeighbor(key: string, target: EventTarget): boolean {
  if (!(target instanceof HTMLElement)) return false
  const row = target.closest('tr')
  if (!row?.parentElement) return false
  const rows = [...row.parentElement.querySelectorAll<HTMLElement>(':scope > :not(.row-details)')]
  const at = rows.indexOf(row)
  const steps: { [key: string]: number } = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }
  const to = steps[key]
  if (to === undefined) return false
  const place = [...row.querySelectorAll<HTMLElement>(controls)].indexOf(target)
  const others = [...(rows[to]?.querySelectorAll<HTMLElement>(controls) ?? [])]
  const next = others[Math.min(place, others.length - 1)]
  next?.focus()
  return next !== undefined
}
