/** Too few visits for a result: the rates are mostly luck. */
export const Early = () => (
  <span className="badge badge-waiting" title="Fewer than 100 visitors or 5 conversions: too early to tell.">
    Early
  </span>
)
