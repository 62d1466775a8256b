import fc from 'fast-check'

/**
 * Property tests try the same inputs on every run, so that only a change of the code changes the result. For other
 * inputs, set PROPERTY_SEED to a number; a failure prints the one it used.
 */
const seed = Number(process.env.PROPERTY_SEED ?? 20260101)
if (!Number.isInteger(seed)) throw new Error('PROPERTY_SEED must be a whole number.')
fc.configureGlobal({ seed })
