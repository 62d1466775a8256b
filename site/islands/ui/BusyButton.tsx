import { ButtonLabels } from './ButtonLabels.tsx'

type Props = {
  children: string
  /** The label while busy, at the same width. */
  busy: string
  isBusy: boolean
  className?: string
  onClick: () => void
}

export function BusyButton({
  children,
  busy,
  isBusy,
  className = 'button button-primary button-wide',
  onClick,
}: Props) {
  return (
    <button className={className} type="button" disabled={isBusy} onClick={onClick}>
      <ButtonLabels idle={children} busy={busy} isBusy={isBusy} />
    </button>
  )
}
