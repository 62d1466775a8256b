import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import type { AdminList } from '../../stores/admin-list.ts'

type Column = { label: string; header?: ReactNode }

type Props<Item> = {
  list: Pick<AdminList<Item>, '$state' | 'load' | 'loadMore'>
  /** Names the table and its parts: 'news'. */
  topic: string
  title: string
  /** Stands beside the title. */
  tools?: ReactNode
  columns: Column[]
  /** What is shown of what is loaded; left out: all of it. */
  rows?: Item[]
  /** One `<tr>` of `Cell`s. */
  row: (item: Item) => ReactNode
  /** Instead of rows. */
  none: string
  /** Dialogs of this table. */
  children?: ReactNode
}

/** A dense table of the console with its loading, empty and failed states; on a phone each row is a card. */
export function AdminTable<Item extends { id: number }>(props: Props<Item>) {
  const { list, topic, title, tools, columns, row, none, children } = props
  const state = useStore(list.$state)
  useEffect(() => {
    void list.load()
  }, [list])
  if (state.status === 'failed')
    return (
      <div className="notice" role="alert">
        <p>{state.message}</p>
        <button className="button button-small" type="button" onClick={list.load}>
          Try again
        </button>
      </div>
    )
  const items = state.status === 'loaded' ? state.items : []
  const rows = props.rows ?? items
  const isSortable = columns.some(({ header }) => header !== undefined)
  return (
    <section aria-labelledby={`${topic}-title`} aria-busy={state.status === 'loading'}>
      <div className="table-head">
        <h2 id={`${topic}-title`}>{title}</h2>
        {tools}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label={`Table of ${title.toLowerCase()}`}>
        <table className={isSortable ? 'table table-sortable' : 'table'}>
          <thead>
            <tr>
              {columns.map(({ label, header }) => header ?? <Header label={label} key={label} />)}
              <th scope="col" className="cell-actions">
                Actions
              </th>
            </tr>
          </thead>
          <tbody>{state.status === 'loading' ? <SkeletonRows cells={columns.length + 1} /> : rows.map(row)}</tbody>
        </table>
        {state.status === 'loaded' && rows.length === 0 && <p className="table-empty">{none}</p>}
      </section>
      <div className="table-foot">
        <p className="quiet small" role="status">
          {state.status === 'loading' ? 'Loading…' : `Showing ${rows.length} of ${items.length} loaded.`}
        </p>
        {state.status === 'loaded' && state.hasMore && (
          <button className="button button-small" type="button" onClick={list.loadMore}>
            Load more
          </button>
        )}
      </div>
      {children}
    </section>
  )
}

const Header = ({ label }: { label: string }) => <th scope="col">{label}</th>

/** `label`: the column's, which a card on a phone shows beside the value. */
export function Cell({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <td className={className} data-label={label}>
      <div>{children}</div>
    </td>
  )
}

function SkeletonRows({ cells }: { cells: number }) {
  const keys = Array.from({ length: cells }, (_, index) => `cell-${index}`)
  return ['a', 'b', 'c', 'd', 'e'].map((row) => (
    <tr key={row}>
      {keys.map((cell) => (
        <td key={cell}>
          <span className="skeleton" />
        </td>
      ))}
    </tr>
  ))
}
