/**
 * The policy of every page: what is not named comes from this site. There is no 'unsafe-inline' anywhere:
 * the few inline scripts and styles that Astro writes are allowed by their hashes.
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

/** Ours, with the directives of `csp` (as Astro computed them for one page) in place of the same ones of ours. */
export function contentSecurityPolicy(csp: string): string {
  const directives = new Map(Object.entries(basePolicy))
  for (const directive of csp.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/)
    if (name) directives.set(name, sources.join(' '))
  }
  const policy = [...directives].map(([name, sources]) => `${name} ${sources}`.trim()).join('; ')
  if (policy.includes("'unsafe-inline'")) throw new Error(`A page asks for 'unsafe-inline': ${policy}`)
  return policy
}
