/** A placeholder of about the size of what is loading, so nothing jumps. */
export function CardSkeleton({ label }: { label: string }) {
  return (
    <div className="card card-skeleton" role="status">
      <span className="visually-hidden">{label}</span>
      {['title', 'first', 'second', 'last'].map((line) => (
        <span className="skeleton" key={line} aria-hidden="true" />
      ))}
    </div>
  )
}
