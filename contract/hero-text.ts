/** Maximum text lengths that fit the space reserved in the hero at 320 px. Apart from zod, which no browser loads. */
export const maxLength = { headline: 21, issueTitle: 26, issueDescription: 130 }
