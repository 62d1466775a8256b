/** The role of the product in every test, as in production: it owns no table of ours (decisions/0043). */
const role = 'campaign_server'
const password = 'server'

export const createServerRole = `CREATE ROLE ${role} LOGIN PASSWORD '${password}'`

/** What a copied database lacks: these rights belong to a database, not to what is in it. */
export const grantDatabase = (name: string) => `GRANT CONNECT, CREATE, TEMPORARY ON DATABASE ${name} TO ${role}`

/** The same database for the server, given the address for the owner. */
export function asServer(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = password
  return url.href
}
