import type { ModerationItem } from '../../contract/moderation.ts'
import { violationLabels } from './labels.ts'
import { paths } from './paths.ts'

/** What of the moderation queue is shown. */
export type QueueFilter = {
  status: 'pending' | 'appealed' | 'decided'
  contentType: ModerationItem['contentType'] | 'all'
  violationType: ModerationItem['violationType'] | 'all'
}

/** The words of each filter, as the page names them. */
export const filterWords: { readonly [Name in keyof QueueFilter]: { readonly [Word in QueueFilter[Name]]: string } } = {
  status: { pending: 'Waiting', appealed: 'Appeals', decided: 'Decided' },
  contentType: { all: 'All content', thread: 'Threads', post: 'Posts' },
  violationType: { all: 'All violations', ...violationLabels },
}

export const isWordOf = <Word extends string>(words: { readonly [Key in Word]: string }, word: string): word is Word =>
  Object.hasOwn(words, word)

/** All that waits. */
export const everything: QueueFilter = { status: 'pending', contentType: 'all', violationType: 'all' }

/** '?status=decided&violationType=spam' → what was decided about spam; words that are none count as not said. */
export function filterIn(search: string): QueueFilter {
  const query = new URLSearchParams(search)
  const said = <Name extends keyof QueueFilter>(
    name: Name,
    words: { readonly [Word in QueueFilter[Name]]: string },
  ) => {
    const word = query.get(name) ?? ''
    return isWordOf(words, word) ? word : everything[name]
  }
  return {
    status: said('status', filterWords.status),
    contentType: said('contentType', filterWords.contentType),
    violationType: said('violationType', filterWords.violationType),
  }
}

/** The other way round. */
export function addressOf(filter: QueueFilter): string {
  const query = new URLSearchParams()
  for (const name of ['status', 'contentType', 'violationType'] as const)
    if (filter[name] !== everything[name]) query.set(name, filter[name])
  return query.size === 0 ? paths.moderation : `${paths.moderation}?${query}`
}
