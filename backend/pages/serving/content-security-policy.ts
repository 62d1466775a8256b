/**
 * The policy of every page: whatever is not listed must come from this site. There is no 'unsafe-inline': the few
 * inline scripts and styles that Astro writes are allowed by their hashes.
 */
const basePolicy = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: https:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

/** The base policy, with the directives of `csp` (computed by Astro for one page) replacing the same directives. */
export function contentSecurityPolicy(csp: string): string {
  const directives = new Map(Object.entries(basePolicy))
  for (const directive of csp.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/)
    if (name) directives.set(name, sources.join(' '))
  }
  const policy = [...directives].map(([name, sources]) => `${name} ${sources}`.trim()).join('; ')
  if (policy.includes("'unsafe-inline'")) throw new Error(`A page policy contains 'unsafe-inline': ${policy}`)
  return policy
}
