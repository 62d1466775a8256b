/** Prefix of the ids in late forms: the same on the server and in the browser, and different from those of islands. */
export const latePrefix = 'late'
