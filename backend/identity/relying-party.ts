import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { RelyingParty } from './passkey-ceremonies.ts'

/**
 * The host that passkeys are for: that of PUBLIC_URL. Without one, in development, it is `localhost` for a browser that
 * opens the site under that name. Browsers make no passkeys for an IP address, and a host name sent by a client must
 * not decide anything.
 */
export const relyingPartyOf =
  ({ name, publicUrl }: { name: string; publicUrl: string | undefined }) =>
  ({ protocol, host, hostname }: Pick<FastifyRequest, 'protocol' | 'host' | 'hostname'>): RelyingParty | null => {
    const address = publicUrl ?? (hostname === 'localhost' ? `${protocol}://${host}` : null)
    const url = address === null ? null : URL.parse(address)
    if (!url || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return null
    return { id: url.hostname, origin: url.origin, name }
  }
