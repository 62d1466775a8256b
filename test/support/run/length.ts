/** `npm run test:long` says 'long'. */
const isLong = process.env.TEST_LENGTH === 'long'

/** How many, how often: enough to notice in `npm test`, and all of it in `npm run test:long`, which runs in CI too. */
export const length = (long: number, short: number): number => (isLong ? long : short)
