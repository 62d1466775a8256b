/**
 * Maximum text lengths that fit the space reserved in the hero at 320 px. In a file without zod, which browsers do not
 * load.
 */
export const maxLength = { headline: 21, issueTitle: 26, issueDescription: 130 }
