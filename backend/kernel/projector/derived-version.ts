import type { AnyProjection } from './projection.ts'

/** Room for the tables in a version: with it, declared versions up to 213 fit into an integer of PostgreSQL. */
const perDeclared = 10_000_000

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/**
 * Follows from the tables and from the version that the handlers declare, so that a changed column, index or trigger rebuilds
 * the tables by itself.
 */
export function withDerivedVersion({ version, ...projection }: AnyProjection): AnyProjection {
  const { tables, fills = [] } = projection
  return { ...projection, version: version * perDeclared + (hashOf(JSON.stringify({ tables, fills })) % perDeclared) }
}

/** The version that the handlers declared; versions of releases before 0.5.0 were that alone. */
export const declaredIn = (version: number): number =>
  version < perDeclared ? version : Math.floor(version / perDeclared)
