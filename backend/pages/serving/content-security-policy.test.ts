import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { policyOf } from '../build/inline-policy.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

it('is strict for a page without a policy of its own', () => {
  expect(contentSecurityPolicy('')).toBe(
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; " +
      "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  )
})

it('uses the directives of the page and keeps the others', () => {
  const policy = contentSecurityPolicy(`script-src 'self' ${hash('go()')};`)
  expect(policy).toContain(`script-src 'self' ${hash('go()')};`)
  expect(policy).toContain("frame-ancestors 'none'")
})

it("rejects a page with 'unsafe-inline'", () => {
  expect(() => contentSecurityPolicy("style-src 'unsafe-inline'")).toThrow("'unsafe-inline'")
})

it('keeps the hashes of elements on the page and drops those of other pages', () => {
  const html = '<head><style>p{color:red}</style></head><body><script type="module">go()</script></body>'
  const csp = `script-src 'self' ${hash('go()')} ${hash('elsewhere()')}; style-src 'self' ${hash('p{color:red}')};`
  expect(policyOf(html, csp)).toBe(`script-src 'self' ${hash('go()')}; style-src 'self' ${hash('p{color:red}')}`)
})

it('never allows a script just because it is in the page', () => {
  expect(policyOf('<script>stolen()</script>', "script-src 'self'")).toBe("script-src 'self'")
})
