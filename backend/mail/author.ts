import MimeNode from 'nodemailer/lib/mime-node'

/** The author of an email as people read it: a name and an address. */
export type Author = { name: string; address: string }

/**
 * The header of an author or of replies in an email that we write (RFC 5322, 3.4): emails that nodemailer composes get theirs
 * from the same code, so that one name never reads differently in two emails. Folded, with a line break at its end.
 */
export function authorHeader(name: 'From' | 'Reply-To', author: Author): string {
  const address = author.address.replace(/[\s<>,;]/g, '')
  const lines = new MimeNode('text/plain').setHeader(name, [{ ...author, address }]).buildHeaders()
  const header = new RegExp(`^${name}:.*(?:\\r\\n[ \\t].*)*`, 'm').exec(lines)?.[0]
  return `${header ?? `${name}: <${address}>`}\r\n`
}

/** The author in the emails that a developer reads. */
export const authorText = ({ name, address }: Author): string => `${name} <${address}>`
