/** For responses other than pages: they load nothing and cannot be framed. Pages have their own policy. */
export const apiContentSecurityPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** True when browsers are told to use HTTPS only for the site, and for each host below its own, too. */
export type HttpsOnly = { isHttps: boolean; hasHttpsSubdomains?: boolean }

/** On every response, including errors and pages. */
export function securityHeaders({ isHttps, hasHttpsSubdomains = false }: HttpsOnly): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    // Our URLs may contain one-time tokens, which other sites must not see.
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Two years.
    ...(isHttps && {
      'strict-transport-security': `max-age=63072000${hasHttpsSubdomains ? '; includeSubDomains' : ''}`,
    }),
  }
}
