/** Stands in for a few lines of text in a card while they load. `label`: for screen readers. */
export function LinesSkeleton({ label }: { label: string }) {
  return (
    <div className="card-skeleton" role="status">
      <span className="visually-hidden">{label}</span>
      <span className="skeleton" aria-hidden="true" />
      <span className="skeleton" aria-hidden="true" />
      <span className="skeleton" aria-hidden="true" />
    </div>
  )
}
