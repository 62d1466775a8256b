/**
 * Header of a GET by an admin: a position of the event log. The answer is what the log knew then; a route without a past
 * answers 409 with a code (problem-codes.ts).
 */
export const asOfHeader = 'as-of'
