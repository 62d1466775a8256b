import { siteRole } from '../../../backend/kernel/database/embedded/embedded-postgres.ts'

/** The role of the product in every test, as in production: it owns no table of ours (decisions/0043). */
const role = siteRole
const password = 'server'

export const createServerRole = `CREATE ROLE ${role} LOGIN PASSWORD '${password}'`

/** Where the product itself made the role (database/embedded). */
export const knownPassword = `ALTER ROLE ${role} PASSWORD '${password}'`

/** The rights that a copied database lacks, because they belong to the database and not to its contents. */
export const grantDatabase = (name: string) => `GRANT CONNECT, CREATE, TEMPORARY ON DATABASE ${name} TO ${role}`

/** The same database for the server, given the address for the owner. */
export function asServer(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = password
  return url.href
}
