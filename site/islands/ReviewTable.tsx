import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { reviewStatus } from '../lib/labels.ts'
import { reviewMessages } from '../lib/messages.ts'
import { type HistoryTopic, openHistory } from '../stores/history.ts'
import type { Review, Reviewed } from '../stores/review.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Icon } from './Icon.tsx'
import { RowActions } from './RowActions.tsx'

type Column<Item> = {
  key: keyof Item & string
  label: string
  isWide?: boolean
  show?: (item: Item) => string
}

type Props<Item extends Reviewed> = {
  review: Review<Item>
  topic: HistoryTopic
  title: string
  nameOf: (item: Item) => string
  columns: Column<Item>[]
}

/** The dense table of a reviewed topic: search, sort, approve, delete, history. */
export function ReviewTable<Item extends Reviewed>({ review, topic, title, nameOf, columns }: Props<Item>) {
  const state = useStore(review.$state)
  const rows = useStore(review.$rows)
  const search = useStore(review.$search)
  const [doomed, setDoomed] = useState<Item | null>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const words = reviewMessages(review.noun)
  useEffect(() => {
    void review.load()
  }, [review])

  if (state.status === 'failed') {
    return (
      <div className="notice" role="alert">
        <p>{state.message}</p>
        <button className="button button-small" type="button" onClick={review.load}>
          Try again
        </button>
      </div>
    )
  }
  const loaded = state.status === 'loaded' ? state.items.length : 0
  return (
    <section aria-labelledby={`${topic}-title`} aria-busy={state.status === 'loading'}>
      <div className="table-head">
        <h2 id={`${topic}-title`}>{title}</h2>
        <label className="search">
          <span className="visually-hidden">Search {title.toLowerCase()}</span>
          <Icon name="search" size={18} />
          <input
            className="input"
            ref={searchField}
            type="search"
            placeholder="Search loaded rows"
            value={search}
            onChange={({ target }) => review.search(target.value)}
          />
        </label>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label={`Table of ${title.toLowerCase()}`}>
        <table className="table">
          <thead>
            <tr>
              {columns.map((column) => (
                <SortableHeader review={review} column={column} key={column.key} />
              ))}
              <th scope="col" className="cell-actions">
                Actions
              </th>
            </tr>
          </thead>
          <tbody>
            {state.status === 'loading' && <SkeletonRows columns={columns.length + 1} />}
            {rows.map((item) => (
              <tr key={item.id}>
                {columns.map((column) => (
                  <td key={column.key} className={column.isWide ? 'cell-wide' : `cell-${column.key}`}>
                    <Cell item={item} column={column} />
                  </td>
                ))}
                <td className="cell-actions">
                  <RowActions
                    review={review}
                    item={item}
                    name={nameOf(item)}
                    onDelete={() => setDoomed(item)}
                    onHistory={() => openHistory(topic, item.id)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {state.status === 'loaded' && rows.length === 0 && (
          <p className="table-empty">{search.trim() === '' ? words.none : 'No loaded row matches your search.'}</p>
        )}
      </section>
      <div className="table-foot">
        <p className="quiet small" role="status">
          {state.status === 'loading' ? 'Loading…' : `Showing ${rows.length} of ${loaded} loaded.`}
        </p>
        {state.status === 'loaded' && state.hasMore && (
          <button className="button button-small" type="button" onClick={review.loadMore}>
            Load more
          </button>
        )}
      </div>
      <ConfirmDialog
        isOpen={doomed !== null}
        question={words.confirmDelete}
        detail="It disappears from the site and from this list. Its history stays."
        confirm={`Delete ${review.noun}`}
        focusAfter={searchField}
        onConfirm={() => doomed !== null && review.remove(doomed.id)}
        onClose={() => setDoomed(null)}
      />
    </section>
  )
}

function SortableHeader<Item extends Reviewed>({ review, column }: { review: Review<Item>; column: Column<Item> }) {
  const { by, descending } = useStore(review.$sort)
  const isSorted = by === column.key
  const direction = descending ? 'descending' : 'ascending'
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined}>
      <button type="button" className="sort" onClick={() => review.sortBy(column.key)}>
        {column.label}
        <span aria-hidden="true">{isSorted ? (descending ? '↓' : '↑') : '↕'}</span>
      </button>
    </th>
  )
}

function Cell<Item extends Reviewed>({ item, column }: { item: Item; column: Column<Item> }) {
  if (column.key === 'isApproved') {
    const { label, badge } = reviewStatus(item.isApproved)
    return <span className={badge}>{label}</span>
  }
  const text = column.show?.(item) ?? item[column.key]
  return text === null || text === '' ? <span className="quiet">–</span> : String(text)
}

function SkeletonRows({ columns }: { columns: number }) {
  const cells = Array.from({ length: columns }, (_, index) => `cell-${index}`)
  return ['a', 'b', 'c', 'd', 'e'].map((row) => (
    <tr key={row}>
      {cells.map((cell) => (
        <td key={cell}>
          <span className="skeleton" />
        </td>
      ))}
    </tr>
  ))
}
