/** Characters that mail programs put between the word and the token: the link has '%20', and some read '+' or '_' as a space. */
const between = '(?:%(?:25)?(?:20|2B)|[\\s+:=<]|_(?=[\\w-]{48}(?![\\w-])))*'
/** A return address, unsubscribe+TOKEN@example.org, has a token of another kind. */
const asked = new RegExp(`\\bunsubscribe${between}([\\w-]{48})(?![\\w@-])`, 'i')
const askedAlone = new RegExp(
  `^[\\s*"'<?]*(?:mailto:[^\\s?]{1,320}\\?)?(?:(?:subject|betreff|objet|asunto|oggetto|onderwerp|assunto)${between})?(?:please )?unsubscribe${between}([\\w-]{48})[\\s*"'>.]*$`,
  'i',
)
const word = /^\s*unsubscribe:?\s*$/i
/** From here on a mail program quotes. */
const quote =
  /^\s*(?:>|-{2,}|_{4,}|on .{5,200} wrote:|(?:am|le|el|il|op|em) .{5,200}(?:schrieb|écrit|escribió|ha scritto|schreef|escreveu).{0,100}:|(?:from|von|de|da|sent): )/i

/** The token in the subject of a mail that asks to unsubscribe; null when there is none. */
export const tokenInSubject = (subject: string): string | null => {
  const text = subject.slice(0, 2000)
  // A program may have folded the line within the token.
  return asked.exec(text)?.[1] ?? asked.exec(text.replace(/\s+/g, ''))?.[1] ?? null
}

/** The same in the first lines that a person wrote. A quoted mail of ours holds such a link as well. */
export function tokenInBody(text: string): string | null {
  const lines = text.slice(0, 5000).split(/\r?\n/)
  const end = lines.findIndex((line) => quote.test(line))
  const own = lines.slice(0, end === -1 ? lines.length : end).filter((line) => line.trim() !== '')
  for (const [index, line] of own.slice(0, 5).entries()) {
    const next = own[index + 1] ?? ''
    // Some programs break a line within the token.
    const token =
      askedAlone.exec(word.test(line) ? `${line} ${next}` : line)?.[1] ?? askedAlone.exec(line + next.trim())?.[1]
    if (token !== undefined) return token
  }
  return null
}
