/** The only reader of process.env; a copy. */
export const environment = (): Record<string, string | undefined> => ({ ...process.env })
