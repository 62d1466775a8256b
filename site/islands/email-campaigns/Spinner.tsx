/** Turns while something loads. */
export const Spinner = ({ label, isSmall = false }: { label: string; isSmall?: boolean }) => (
  <span className={isSmall ? 'spinner-line' : 'spinner-block'} role="status">
    <span className="spinner" aria-hidden="true" />
    <span className={isSmall ? 'visually-hidden' : 'quiet'}>{label}</span>
  </span>
)
