import type { ReactNode } from 'react'

/** `label`: the column's, which a card on a phone shows next to the value. */
export function Cell({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <td className={className} data-label={label}>
      <div dir="auto">{children}</div>
    </td>
  )
}
