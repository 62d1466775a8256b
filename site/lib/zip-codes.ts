/** The five digits that forms ask for; empty where a profile has none, as for an address in another country. */
export const fiveDigits = (zipCode: string | null): string => /^\d{5}(?!\d)/.exec(zipCode ?? '')?.[0] ?? ''
