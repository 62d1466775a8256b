import type { RefObject } from 'react'
import type { IconName } from '../../lib/icons.ts'
import { Icon } from '../ui/Icon.tsx'

/** An icon button in a row; its label says what it does to which row. */
export function RowButton({
  icon,
  label,
  isBusy = false,
  button,
  onClick,
}: {
  icon: IconName
  label: string
  isBusy?: boolean
  button?: RefObject<HTMLButtonElement | null>
  onClick: () => void
}) {
  return (
    <button
      className={`icon-button icon-${icon}`}
      ref={button}
      type="button"
      aria-label={label}
      title={label}
      disabled={isBusy}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
