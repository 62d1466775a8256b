/** Told by an island of `client:touch` when something was pressed in it and its script could not be loaded. */
export const touchFailed = 'touch-failed'

/** Told by every island when it is drawn and takes events; its markup may be new. */
export const islandStarted = 'island-started'
