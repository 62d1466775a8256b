import type { PublicPrayer } from '../../../contract/prayers.ts'
import { longDate } from '../../lib/dates.ts'
import { messages } from '../../lib/reviewed/prayers.ts'
import type { Page } from '../../stores/lists/list-state.ts'
import { prayerList } from '../../stores/supporters/prayers.ts'
import { ListNotice } from '../ui/ListNotice.tsx'
import { ShowMore } from '../ui/ShowMore.tsx'
import { useList } from '../ui/use-list.ts'

/** `known`: what the page shows from the start. */
export function PrayerList({ known }: { known: Page<PublicPrayer> | undefined }) {
  const state = useList(prayerList, known)
  switch (state.status) {
    case 'loading':
      return <Skeletons />
    case 'failed':
    case 'offline':
      return <ListNotice isOffline={state.status === 'offline'} onRetry={prayerList.reload} />
    case 'loaded':
      return (
        <>
          <Prayers items={state.items} />
          {state.hasMore && <ShowMore onMore={prayerList.loadMore} />}
        </>
      )
  }
}

/** Also on the pages of older prayers. */
export function Prayers({ items }: { items: PublicPrayer[] }) {
  if (items.length === 0) return <p className="notice">{messages.none}</p>
  return (
    <ul className="prayers">
      {items.map(({ id, prayer, name, location, createdAt }) => (
        <li className="card prayer" key={id}>
          <p className="prayer-words" dir="auto">
            {prayer}
          </p>
          <p className="prayer-from">
            <strong dir="auto">{name}</strong> {location !== null && <span dir="auto">{location}</span>}{' '}
            <time dateTime={createdAt}>{longDate(createdAt)}</time>
          </p>
        </li>
      ))}
    </ul>
  )
}

function Skeletons() {
  return (
    <div className="prayers" role="status" aria-label="Loading prayers">
      {['first', 'second', 'third'].map((key) => (
        <div className="card prayer" key={key} data-skeleton>
          <p className="prayer-words">
            <span className="skeleton" />
            <span className="skeleton skeleton-short" />
          </p>
          <p className="prayer-from">
            <span className="skeleton skeleton-name" />
          </p>
        </div>
      ))}
    </div>
  )
}
