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
      <span className="button-labels">
        <span aria-hidden={isBusy || undefined}>{children}</span>
        <span aria-hidden={!isBusy || undefined}>{busy}</span>
      </span>
    </button>
  )
}
