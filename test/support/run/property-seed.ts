import fc from 'fast-check'

/**
 * Property tests try the same inputs on every run, so that a change is judged by what it changes. For others, give
 * PROPERTY_SEED a number; a failure prints the one it used.
 */
const seed = Number(process.env.PROPERTY_SEED ?? 20260101)
if (!Number.isInteger(seed)) throw new Error('PROPERTY_SEED must be a whole number.')
fc.configureGlobal({ seed })
