import { useStore } from '@nanostores/react'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { AdminList } from '../../../stores/admin/admin-list.ts'
import type { ColumnChoice } from '../../../stores/admin/columns.ts'
import { Chooser } from '../../ui/Chooser.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Modal, ModalActions } from '../../ui/Modal.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import type { Column, Filter } from './columns.ts'

type Props<Row extends { id: number }> = {
  list: AdminList<Row>
  noun: string
  filters: readonly Filter[]
  columns: readonly Column<Row>[]
  choice: ColumnChoice
  isSearchable: boolean
}

/** As many filters as fit beside the search. */
const maxInline = 4

/** Search, filters and the choice of columns, above a table; on a phone, and where they are many, filters in a sheet. */
export function Toolbar<Row extends { id: number }>(props: Props<Row>) {
  const { list, noun, filters, columns, choice, isSearchable } = props
  const query = useStore(list.$query)
  const typed = useRef<HTMLInputElement>(null)
  const q = query?.q ?? ''
  // Back and forward change the words; typing does too, a moment later, and must not be overwritten.
  if (typed.current && document.activeElement !== typed.current) typed.current.value = q
  const isPhone = useMediaQuery('(width < 40em)')
  const fields = filters.map((filter) => (
    <FilterField
      // A typed value is reset when the address changes; a select would lose the focus.
      key={filter.options ? filter.name : `${filter.name} ${query?.filter[filter.name] ?? ''}`}
      filter={filter}
      value={query?.filter[filter.name] ?? ''}
      onChoose={(value) => list.filterBy(filter.name, value)}
    />
  ))
  return (
    <search className="toolbar">
      {isSearchable && (
        <label className="search">
          <span className="visually-hidden">Search {noun}</span>
          <Icon name="search" size={18} />
          <input
            className="input"
            type="search"
            dir="auto"
            ref={typed}
            data-console-search
            placeholder="Search"
            maxLength={100}
            defaultValue={q}
            onChange={({ target }) => list.search(target.value)}
          />
        </label>
      )}
      {isPhone || filters.length > maxInline ? (
        <MoreFilters count={Object.keys(query?.filter ?? {}).length} isPhone={isPhone} onClear={list.clear}>
          {fields}
          {isPhone && <SortField list={list} columns={columns} sort={query?.sort ?? list.defaultSort} />}
        </MoreFilters>
      ) : (
        fields
      )}
      {!isPhone && <ColumnMenu columns={columns} choice={choice} />}
    </search>
  )
}

type SheetProps = { count: number; isPhone: boolean; onClear: () => void; children: ReactNode }

/** `count`: of the filters that are set. They act at once; on a phone they stand in a sheet, else below the toolbar. */
function MoreFilters({ count, isPhone, onClear, children }: SheetProps) {
  const [choice, setOpen] = useState<boolean | null>(null)
  const isOpen = choice ?? (count > 0 && !isPhone)
  const fields = <div className="filter-sheet">{children}</div>
  return (
    <>
      <button
        className="button button-small"
        type="button"
        aria-expanded={isPhone ? undefined : isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="filter" size={18} /> {count === 0 ? 'Filters' : `Filters (${count})`}
      </button>
      {isPhone ? (
        <Modal isOpen={isOpen} title="Filters" isSheet onClose={() => setOpen(false)}>
          {fields}
          <ModalActions leave="Close">
            {count > 0 && (
              <button className="button button-small" type="button" onClick={onClear}>
                Clear filters
              </button>
            )}
          </ModalActions>
        </Modal>
      ) : (
        isOpen && fields
      )}
    </>
  )
}

type FieldProps = { filter: Filter; value: string; onChoose: (value: string) => void }

function FilterField({ filter, value, onChoose }: FieldProps) {
  const { label, options, type = 'text', unfiltered = 'All', proposals } = filter
  const id = useId()
  if (options) {
    const all = [['', unfiltered], ...options] as const
    return <Chooser label={label} value={value} options={all} className="filter" onChoose={onChoose} />
  }
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        type={type}
        list={proposals && `${id}-proposals`}
        maxLength={100}
        defaultValue={value}
        onBlur={({ target }) => target.value.trim() !== value && onChoose(target.value.trim())}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
      {proposals && (
        <datalist id={`${id}-proposals`}>
          {proposals.map((proposal) => (
            <option value={proposal} key={proposal} />
          ))}
        </datalist>
      )}
    </div>
  )
}

type SortProps<Row extends { id: number }> = { list: AdminList<Row>; columns: readonly Column<Row>[]; sort: string }

/** On a phone, where rows are cards without a head. */
const SortField = <Row extends { id: number }>({ list, columns, sort }: SortProps<Row>) => (
  <Chooser
    label="Sort by"
    value={sort}
    options={columns
      .filter(({ isSortable }) => isSortable)
      .flatMap(({ id, label }) => [[id, `${label}, ascending`] as const, [`-${id}`, `${label}, descending`] as const])}
    className="filter sort-field"
    onChoose={list.sort}
  />
)

/** Which columns are shown; closes when the focus leaves it, and with Escape. */
function ColumnMenu<Row>({ columns, choice }: { columns: readonly Column<Row>[]; choice: ColumnChoice }) {
  const visibility = useStore(choice.$visibility)
  const menu = useRef<HTMLDetailsElement>(null)
  const button = useRef<HTMLElement>(null)
  useEffect(() => {
    const closeFromOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !menu.current?.contains(target)) close(menu)
    }
    addEventListener('pointerdown', closeFromOutside)
    return () => removeEventListener('pointerdown', closeFromOutside)
  }, [])
  return (
    <details
      className="column-menu"
      ref={menu}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null && !menu.current?.contains(relatedTarget)) close(menu)
      }}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return
        close(menu)
        button.current?.focus()
      }}
    >
      <summary className="button button-small" ref={button}>
        <Icon name="columns" size={18} /> Columns
      </summary>
      <fieldset>
        <legend className="visually-hidden">Columns shown</legend>
        {columns
          .filter(({ isName }) => !isName)
          .map(({ id, label }) => (
            <label key={id}>
              <input type="checkbox" checked={visibility[id] !== false} onChange={() => choice.toggle(id)} />
              {label}
            </label>
          ))}
      </fieldset>
    </details>
  )
}

function close({ current }: RefObject<HTMLDetailsElement | null>): void {
  if (current) current.open = false
}
