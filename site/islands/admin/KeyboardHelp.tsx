import { useStore } from '@nanostores/react'
import { useCallback, useState } from 'react'
import { decides } from '../../stores/admin/pending.ts'
import { openSearch } from '../../stores/admin/person.ts'
import { $may } from '../../stores/rights.ts'
import { $areKeysOn, switchKeys } from '../../stores/shortcuts.ts'
import { Icon } from '../ui/Icon.tsx'
import { KeyList } from '../ui/KeyList.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'
import { useKeys } from '../ui/use-keys.ts'
import { searchField } from './table/search-field.ts'

const reviewing = [
  ['j k', 'Next or previous item to review'],
  ['a r', 'Approve or reject it'],
] as const

type Keys = readonly (readonly [key: string, what: string])[]
const keysOf = ({ reviews, finds }: { reviews: boolean; finds: boolean }): Keys => [
  ...(finds
    ? ([
        ['/', 'Find a person'],
        ['f', 'Search this tab'],
      ] as const)
    : ([['/ f', 'Search this tab']] as const)),
  ['?', 'Show these keys'],
  ...(reviews ? reviewing : []),
  ['↑ ↓', 'Same control in the row above or below'],
  ['Home End', 'First or last row'],
  ['Esc', 'Close a dialog or menu'],
]

/** The console's keys: '/' finds a person, 'f' puts the cursor in the search field, '?' lists them all. */
export function KeyboardHelp() {
  const [isOpen, setOpen] = useState(false)
  const areOn = useStore($areKeysOn)
  const may = useStore($may)
  const reviews = decides(may)
  const finds = may('people')
  useKeys(
    useCallback(
      ({ key }) => {
        if (key === '?') setOpen(true)
        else if (key === '/' && finds) openSearch()
        else if (key === '/' || key === 'f') searchField.current?.focus()
        else return false
        return true
      },
      [finds],
    ),
  )
  return (
    <>
      <button className="rail-tab rail-keys" type="button" onClick={() => setOpen(true)}>
        <Icon name="keyboard" size={20} />
        <span>Keyboard</span>
      </button>
      <Modal isOpen={isOpen} title="Keyboard" onClose={() => setOpen(false)}>
        <KeyList keys={keysOf({ reviews, finds })} />
        <label className="choice">
          <input type="checkbox" checked={areOn} onChange={() => switchKeys(!areOn)} />
          Use single keys (/ f ?{reviews && ' j k a r'})
        </label>
        <ModalActions leave="Close" />
      </Modal>
    </>
  )
}
