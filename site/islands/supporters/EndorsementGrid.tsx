import type { PublicEndorsement } from '../../../contract/endorsements.ts'
import { publicDate } from '../../lib/dates.ts'
import { messages } from '../../lib/reviewed/endorsements.ts'
import type { Page } from '../../stores/lists/list-state.ts'
import { endorsementList } from '../../stores/supporters/endorsements.ts'
import { ListNotice } from '../ui/ListNotice.tsx'
import { ShowMore } from '../ui/ShowMore.tsx'
import { useList } from '../ui/use-list.ts'

/** Shown only when at least one endorsement exists (§2). `known`: what the page shows from the start. */
export function EndorsementGrid({ known }: { known: Page<PublicEndorsement> | undefined }) {
  const state = useList(endorsementList, known)
  switch (state.status) {
    case 'loading':
      return (
        <p className="notice" role="status">
          {messages.loading}
        </p>
      )
    case 'failed':
    case 'offline':
      return <ListNotice isOffline={state.status === 'offline'} onRetry={endorsementList.reload} />
    case 'loaded':
      if (state.items.length === 0) return null
      return (
        <section aria-labelledby="community-endorsements">
          <h2 id="community-endorsements">Community Endorsements</h2>
          <Endorsements items={state.items} />
          {state.hasMore && <ShowMore onMore={endorsementList.loadMore} />}
        </section>
      )
  }
}

/** Also on the pages of older endorsements. */
export function Endorsements({ items }: { items: PublicEndorsement[] }) {
  return (
    <ul className="endorsements">
      {items.map(({ id, name, title, endorsementText, createdAt }) => (
        <li className="card endorsement" key={id}>
          {endorsementText !== '' && <blockquote dir="auto">“{endorsementText}”</blockquote>}
          <p className="endorsement-from">
            <strong dir="auto">{name}</strong> {title !== '' && <span dir="auto">{title}</span>}{' '}
            {createdAt === null ? <span>Unknown date</span> : <time dateTime={createdAt}>{publicDate(createdAt)}</time>}
          </p>
        </li>
      ))}
    </ul>
  )
}
