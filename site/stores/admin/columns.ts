import { atom, type ReadableAtom } from 'nanostores'
import { withStorage } from '../../lib/browser-storage.ts'
import { $session } from '../session.ts'

type Hidden = { [column: string]: false }

/** Which columns a person hides in a table, remembered in their browser. `visibility`: false for each hidden column. */
export type ColumnChoice = { $visibility: ReadableAtom<Hidden>; toggle: (column: string) => void }

/** By account: several people may share a browser. */
function keyOf(table: string): string {
  const session = $session.get()
  return `console-columns:${session.status === 'signed-in' ? session.user.id : ''}:${table}`
}

/** All columns are shown where the storage holds something else. */
function read(table: string): Hidden {
  const columns = withStorage('localStorage', (storage): unknown => JSON.parse(storage.getItem(keyOf(table)) ?? '[]'))
  return Array.isArray(columns) ? hidden(columns.map(String)) : {}
}

const hidden = (columns: string[]): Hidden => Object.fromEntries(columns.map((column) => [column, false]))

export function createColumnChoice(table: string): ColumnChoice {
  const $visibility = atom(read(table))
  function toggle(column: string) {
    const { [column]: isHidden, ...others } = $visibility.get()
    $visibility.set(isHidden === undefined ? { ...others, [column]: false } : others)
    const columns = JSON.stringify(Object.keys($visibility.get()))
    withStorage('localStorage', (storage) => storage.setItem(keyOf(table), columns))
  }
  return { $visibility, toggle }
}
