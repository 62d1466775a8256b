import { type ZodType, z } from 'zod'
import { pageQuery, requiredText } from './fields.ts'

/** Filter values that several lists share. */
export const yesOrNo = z.enum(['yes', 'no'], 'Use yes or no.')
export const idText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Use a positive whole number.')
  .refine((id) => Number(id) <= 2_147_483_647, 'Use a positive whole number.')

type Filters = { [name: string]: ZodType<string> }

/**
 * The query of a list in the console. `sort`: a column, with '-' in front for descending; the first of `sorts` is the
 * default. `filter`: 'name:value,name:value', values percent-encoded. `q`: words that must all appear; those of
 * fewer than three letters only where a word begins.
 */
export function adminListQuery<const Sort extends string, const F extends Filters>(lists: {
  sorts: readonly [Sort, ...Sort[]]
  filters: F
}) {
  const { sorts, filters } = lists
  const names = sorts.map((sort) => sort.replace(/^-/, ''))
  const known = new Map(names.flatMap((name) => [name, `-${name}`]).map((sort) => [sort, sortOf<Sort>(sort)]))
  return z.strictObject({
    ...pageQuery.omit({ before: true }).shape,
    /** At least two letters, because one letter finds almost everything. */
    q: requiredText(100)
      .refine((words) => [...words].length >= 2, 'Search for at least 2 letters.')
      .optional(),
    sort: z
      .string()
      .default(sorts[0])
      .transform((sort, context) => {
        const found = known.get(sort)
        if (found) return found
        context.addIssue(`Sort by one of ${names.join(', ')}.`)
        return z.NEVER
      }),
    filter: z.string().max(1000, 'Use fewer filters.').default('').transform(filterReader(filters)),
  })
}

/** The part of a list's query that says which rows it has. */
export const narrowedBy = { q: true, filter: true } as const

/** Which rows of a list; neither: all. */
export type Narrowing<Filter> = { q?: string | undefined; filter: Filter }

export const isNarrowed = ({ q, filter }: Narrowing<object>): boolean =>
  q !== undefined || Object.keys(filter).length > 0

export type SortColumn<Sort extends string> = Sort extends `-${infer Name}` ? Name : Sort

export type AdminListQuery<Sort extends string = string, Filter = { [name: string]: string | undefined }> = {
  page: number
  limit: number
  q?: string | undefined
  sort: { by: SortColumn<Sort>; isDescending: boolean }
  filter: Filter
}

function sortOf<Sort extends string>(sort: string): { by: SortColumn<Sort>; isDescending: boolean }
function sortOf(sort: string) {
  return { by: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') }
}

type FilterValues<F extends Filters> = { [Name in keyof F]?: z.output<F[Name]> }

function filterReader<F extends Filters>(
  filters: F,
): (text: string, context: z.RefinementCtx<string>) => FilterValues<F>
function filterReader(filters: Filters) {
  return (text: string, context: z.RefinementCtx<string>) => {
    const values = new Map<string, string>()
    const reject = (message: string) => {
      context.addIssue(message)
      return z.NEVER
    }
    for (const part of text === '' ? [] : text.split(',')) {
      const [name = '', encoded = ''] = part.split(/:(.*)/s)
      const known = Object.hasOwn(filters, name) ? filters[name] : undefined
      if (!known) return reject(`Filter by ${Object.keys(filters).join(', ') || 'nothing'}.`)
      if (values.has(name)) return reject(`Use the filter ${name} once.`)
      const plain = decoded(encoded)
      if (plain === null) return reject(`Percent-encode the value of ${name}.`)
      const value = known.safeParse(plain)
      if (!value.success) return reject(`${name}: ${value.error.issues[0]?.message ?? 'Use another value.'}`)
      values.set(name, value.data)
    }
    return Object.fromEntries(values)
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
