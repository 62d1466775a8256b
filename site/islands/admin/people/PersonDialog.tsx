import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $shown, $words } from '../../../stores/admin/people.ts'
import { $person, closePerson, openSearch } from '../../../stores/admin/person.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Modal, ModalActions } from '../../ui/Modal.tsx'
import { HistoryOnDemand } from '../HistoryOnDemand.tsx'
import { PersonPanel } from './PersonPanel.tsx'
import { PersonSearch } from './PersonSearch.tsx'

/** A search for people in all lists, and everything about one of them. */
export function PersonDialog() {
  const open = useStore($person)
  const words = useStore($words)
  const shown = useStore($shown)
  const isSearch = open === 'search'
  const [cameFromSearch, setCameFromSearch] = useState(isSearch)
  if (isSearch && !cameFromSearch) setCameFromSearch(true)
  if (open === null && cameFromSearch) setCameFromSearch(false)
  const name = shown.status === 'loaded' ? (shown.person.name ?? shown.person.emails[0] ?? 'A person') : 'A person'
  return (
    <Modal isOpen={open !== null} title={isSearch ? 'Find a person' : <bdi>{name}</bdi>} isWide onClose={closePerson}>
      {isSearch && <PersonSearch />}
      {open !== null && !isSearch && (
        <>
          {cameFromSearch && words !== '' && (
            <button type="button" className="button button-small person-back" onClick={openSearch}>
              <Icon name="previous" size={16} /> Back to the search
            </button>
          )}
          <PersonPanel state={shown} />
        </>
      )}
      <HistoryOnDemand isAbovePerson />
      <ModalActions leave="Close" />
    </Modal>
  )
}
