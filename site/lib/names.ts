type Named = { firstName: string | null; lastName: string | null; email: string }

const present = (text: string | null | undefined): text is string => typeof text === 'string' && text.trim() !== ''

const firstCharacter = (text: string) => [...text.trim()][0] ?? ''

/** Avatar letters: initials, else the first letter of the email address, else 'U' (§2). */
export function initials(person: Partial<Named>): string {
  const named = [person.firstName, person.lastName].filter(present).map(firstCharacter).join('')
  if (named !== '') return named.toUpperCase()
  return present(person.email) ? firstCharacter(person.email).toUpperCase() : 'U'
}

/** 'First Last'; null when there is neither. */
export const personName = ({ firstName, lastName }: Pick<Named, 'firstName' | 'lastName'>): string | null =>
  [firstName, lastName].filter(present).join(' ') || null

/** 'First Last', else the email address. */
export const fullName = (person: Named): string => personName(person) ?? person.email

/** 'Muncie, Indiana, United States', as far as it is known. */
export const placeName = (
  place: { city: string | null; region: string | null; country: string } | null,
  unknown = 'Unknown location',
): string => (place === null ? unknown : [place.city, place.region, place.country].filter(present).join(', '))

/** Greeting of a person: first name, else email address, else 'supporter' (§8). */
export function greetingName(person: Partial<Named>): string {
  if (present(person.firstName)) return person.firstName
  return present(person.email) ? person.email : 'supporter'
}

/** 'Wren’s', 'James’s'; nothing for an empty name. */
export const possessive = (name: string): string => (name === '' ? '' : `${name}’s`)

/** The first `length` characters (code points), with an ellipsis when there are more. */
export function excerpt(text: string, length: number): string {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`
}
