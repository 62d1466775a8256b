/** Told by an island of `client:touch` when something was pressed in it and its script could not be loaded. */
export const touchFailed = 'touch-failed'
