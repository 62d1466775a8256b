import MimeNode from 'nodemailer/lib/mime-node'

/** The author of an email as people read it: a name and an address. */
export type Author = { name: string; address: string }

/**
 * The `From` header of every email that we write (RFC 5322, 3.4): emails that nodemailer composes get theirs from the
 * same code, so that one name never reads differently in two emails. Folded; without a line break at its end.
 */
export function fromHeader(author: Author): string {
  const lines = new MimeNode('text/plain').setHeader('From', [author]).buildHeaders()
  return /^From:.*(?:\r\n[ \t].*)*/m.exec(lines)?.[0] ?? `From: <${author.address}>`
}

/** The author in the emails that a developer reads. */
export const authorText = ({ name, address }: Author): string => `${name} <${address}>`
