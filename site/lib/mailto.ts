/** A link to write to this address, whose name may hold signs that begin the fields of such a link. */
export const mailto = (email: string): string => `mailto:${email.replace(/[?&#%/]/g, encodeURIComponent)}`
