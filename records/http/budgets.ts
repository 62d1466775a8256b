/** Number of requests, and in how many seconds after the first. */
export type Budget = { limit: number; seconds: number }

/** Drawn by each address, before the body is read and whatever the result. `kind`: says for what, in the key of the count. */
export type AddressBudget = Budget & { kind: string }

/** Drawn by a route for what the body names. Each layer counts a network on its own, or all callers together. */
export type LayeredBudget = { kind: string; layers: readonly (Budget & { isPerAddress: boolean })[] }
