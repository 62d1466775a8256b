/** Sent by an island of `client:touch` when the visitor pressed something in it and its script could not be loaded. */
export const touchFailed = 'touch-failed'

/** Sent by every island when it is rendered and handles events; its markup may be new. */
export const islandStarted = 'island-started'
