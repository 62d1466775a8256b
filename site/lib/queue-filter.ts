import type { ModerationItem } from '../../contract/moderation.ts'
import { violationLabels } from './labels.ts'
import { paths, withQuery } from './paths.ts'

/** Which part of the moderation queue is shown. */
export type QueueFilter = {
  status: 'pending' | 'appealed' | 'reported' | 'decided'
  contentType: ModerationItem['contentType'] | 'all'
  violationType: ModerationItem['violationType'] | 'all'
}

type Labels<Value extends string> = { readonly [V in Value]: string }

/** The values of each filter, with their labels. */
export const filterLabels: { readonly [Name in keyof QueueFilter]: Labels<QueueFilter[Name]> } = {
  status: { pending: 'Waiting', appealed: 'Appeals', reported: 'Reported', decided: 'Decided' },
  contentType: { all: 'All content', thread: 'Threads', post: 'Posts' },
  violationType: { all: 'All violations', ...violationLabels },
}

export const isFilterValue = <Value extends string>(labels: Labels<Value>, value: string): value is Value =>
  Object.hasOwn(labels, value)

/** Everything that is waiting. */
export const defaultFilter: QueueFilter = { status: 'pending', contentType: 'all', violationType: 'all' }

/** '?status=decided&violationType=spam' → what was decided about spam; unknown values are ignored. */
export function filterFrom(search: string): QueueFilter {
  const query = new URLSearchParams(search)
  const chosen = <Name extends keyof QueueFilter>(name: Name, labels: Labels<QueueFilter[Name]>) => {
    const value = query.get(name) ?? ''
    return isFilterValue(labels, value) ? value : defaultFilter[name]
  }
  return {
    status: chosen('status', filterLabels.status),
    contentType: chosen('contentType', filterLabels.contentType),
    violationType: chosen('violationType', filterLabels.violationType),
  }
}

/** The address of the queue under a filter: `filterFrom` the other way around. */
export function addressOf(filter: QueueFilter): string {
  const query = new URLSearchParams()
  for (const name of ['status', 'contentType', 'violationType'] as const)
    if (filter[name] !== defaultFilter[name]) query.set(name, filter[name])
  return withQuery(paths.moderation, query)
}
