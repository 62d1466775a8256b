import type { Wording } from '../../contract/wordings.ts'

/** A wording as the site showed it at this time; one that came back has several turns. */
export const wordingAt = (
  all: readonly Wording[],
  wordingId: string,
  hash: string,
  at: string,
): Wording | undefined => {
  const turns = all.filter((one) => one.wordingId === wordingId && one.hash === hash)
  return turns.find(({ since }) => since <= at) ?? turns.at(-1)
}
