import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { $person, closePerson, openSearch } from '../../stores/admin/person.ts'
import { Icon } from '../ui/Icon.tsx'
import { DialogOnDemand } from './DialogOnDemand.tsx'

const load = async () => (await import('./people/PersonDialog.tsx')).PersonDialog

/** The dialog about one person, which rows open. */
export const PersonOnDemand = () => (
  <DialogOnDemand isOpen={useStore($person) !== null} load={load} onFailed={closePerson} />
)

/** The button in the bar of the page that searches all lists for a person. */
export function FindPersonButton() {
  const [place] = useState(() => document.querySelector('[data-console-clock]'))
  return (
    place &&
    createPortal(
      <button
        type="button"
        className="as-of-button"
        aria-label="Find a person"
        aria-haspopup="dialog"
        title="Find a person in all lists"
        onClick={openSearch}
      >
        <Icon name="search" size={20} />
        <span>Find a person</span>
      </button>,
      place,
    )
  )
}
