/** A card of the coming size, so that nothing jumps when the page opens. */
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
