/** Something that was sent in with an address. `sentBy`: the account that was signed in; `name`: the one that was given. */
export type SentIn = { topic: string; id: number; name: string | null; sentBy: number | null }
type Person = { userId: number; firstName: string | null; lastName: string | null }

/** A name without case, accents, spaces and punctuation. */
export const letters = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]|[^\p{L}\p{M}\p{N}]/gu, '')
    .toLowerCase()

const firstWord = (name: string) => letters(name.trim().split(/\s+/)[0] ?? '')

/**
 * The items that the person of an account sent in with an address, which people of a household may share: those sent while
 * signed in, and those that give their name, or none. An account without a name is taken for the one person whose name was
 * given.
 */
export function ownOf<One extends SentIn>({ userId, firstName, lastName }: Person, sent: readonly One[]): One[] {
  const [first, full] = [letters(firstName ?? ''), letters(`${firstName ?? ''}${lastName ?? ''}`)]
  const names = new Set(sent.flatMap(({ name, sentBy }) => (sentBy === null && name ? [firstWord(name)] : [])))
  const isTheirs = (name: string) => {
    if (full === '') return names.size === 1
    return letters(name) === full || letters(name) === first || (first === full && firstWord(name) === first)
  }
  return sent.filter(({ name, sentBy }) => (sentBy === null ? !name || isTheirs(name) : sentBy === userId))
}
