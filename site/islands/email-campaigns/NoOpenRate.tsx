/** Scope of the figures, and what they leave out. */
export const NoOpenRate = () => (
  <p className="table-note">
    These figures count people. We don’t measure opens: many mail apps open every message automatically, and it would
    take a tracking pixel.
  </p>
)
