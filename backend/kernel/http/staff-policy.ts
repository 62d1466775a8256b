import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * The right that staff need to call a route; several: all of them. `of`: the parameter with the item for which the right
 * may be held alone. `rightBy`: the parameter whose value decides which right it takes; another value takes them all.
 */
export type StaffPolicy =
  | { right: string | readonly string[]; of?: string }
  | { rightBy: string; rights: { readonly [value: string]: string } }

/** Who may call a route: everyone, people who signed in, or staff with a right. A route without a policy fails at startup. */
export type Policy = 'public' | 'user' | StaffPolicy

/** The rights that a person holds; `item`: for this item, or for all of them. */
export type Rights = { has(right: string, item?: string): boolean }

type Params = { readonly [name: string]: unknown }

export const isForStaff = (policy: Policy | undefined): policy is StaffPolicy => typeof policy === 'object'

/** Every right that a policy names. */
export function rightsIn(policy: StaffPolicy): readonly string[] {
  if ('rightBy' in policy) return [...new Set(Object.values(policy.rights))]
  return typeof policy.right === 'string' ? [policy.right] : policy.right
}

/** Parameters as the address has them: they are checked later. */
function given(params: unknown, name: string): string | undefined {
  const value = (params as Params)[name]
  return typeof value === 'string' ? value : undefined
}

/** The rights that a call takes. */
export function rightsTaken(policy: StaffPolicy, params: unknown): readonly string[] {
  if (!('rightBy' in policy)) return rightsIn(policy)
  const value = given(params, policy.rightBy)
  const right = value !== undefined && Object.hasOwn(policy.rights, value) ? policy.rights[value] : undefined
  return right === undefined ? rightsIn(policy) : [right]
}

export function mayCall(policy: StaffPolicy, rights: Rights, params: unknown): boolean {
  const item = 'right' in policy && policy.of !== undefined ? given(params, policy.of) : undefined
  return rightsTaken(policy, params).every((right) => rights.has(right, item))
}

/** People and programs that act for the campaign: what they do is recorded as its action. A person who was refused does not. */
export const isStaff = ({ person, usedRights }: FastifyRequest): boolean =>
  person !== null && (person.isAdmin || person.apiKeyId !== undefined || usedRights !== null)

/** A route that names no right, or one that does not exist, fails at startup. */
export function requireKnownRights(app: FastifyInstance, known: readonly string[]): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    const policy = config?.policy
    if (!isForStaff(policy)) return
    const named = rightsIn(policy)
    const unknown = named.filter((right) => !known.includes(right))
    if (named.length === 0 || unknown.length > 0)
      throw new Error(
        `Route ${method} ${url} needs ${unknown.length > 0 ? `the right ${unknown.join(', ')}` : 'a right'}, but the rights are ${known.join(', ')}.`,
      )
  })
}
