/** Of the ids in late forms: the same on the server and in the browser, and none of another island's. */
export const latePrefix = 'late'
