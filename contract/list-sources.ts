import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { requiredText } from './fields.ts'

/** The name of a source, or its first parts; three tags of a link are the longest. */
export const sourceFilter = requiredText(310)

const listSource = z.object({ name: z.string(), count: z.int() })
export type ListSource = z.infer<typeof listSource>

export const sourcesEndpoint = <const Url extends string>(url: Url) =>
  endpoint('GET', `${url}/sources`, {
    summary: 'Where the rows of the list came from, the most frequent first: what its filter may be.',
    schema: { response: { 200: z.array(listSource) } },
  })
export type SourcesEndpoint = ReturnType<typeof sourcesEndpoint<string>>
