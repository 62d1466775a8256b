/** The long part of `npm run test:rest` says 'long'. */
const isLong = process.env.TEST_LENGTH === 'long'

/** Numbers and repetitions: enough to notice in `npm test`, and all of it in `npm run test:all`. */
export const length = (long: number, short: number): number => (isLong ? long : short)
