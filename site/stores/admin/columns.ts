import { atom, type ReadableAtom } from 'nanostores'
import { $session } from '../session.ts'

type Hidden = { [column: string]: false }

/** Which columns a person hides in a table, remembered in their browser. `visibility`: false for each hidden column. */
export type ColumnChoice = { $visibility: ReadableAtom<Hidden>; toggle: (column: string) => void }

/** By account: several people may share a browser. */
function keyOf(table: string): string {
  const session = $session.get()
  return `console-columns:${session.status === 'signed-in' ? session.user.id : ''}:${table}`
}

function read(table: string): Hidden {
  try {
    const columns: unknown = JSON.parse(localStorage.getItem(keyOf(table)) ?? '[]')
    return Array.isArray(columns) ? hidden(columns.map(String)) : {}
  } catch {
    return {} // storage is blocked, or holds something else
  }
}

const hidden = (columns: string[]): Hidden => Object.fromEntries(columns.map((column) => [column, false]))

export function createColumnChoice(table: string): ColumnChoice {
  const $visibility = atom(read(table))
  function toggle(column: string) {
    const { [column]: isHidden, ...others } = $visibility.get()
    $visibility.set(isHidden === undefined ? { ...others, [column]: false } : others)
    try {
      localStorage.setItem(keyOf(table), JSON.stringify(Object.keys($visibility.get())))
    } catch {
      // Storage is blocked: the choice lasts as long as the page.
    }
  }
  return { $visibility, toggle }
}
