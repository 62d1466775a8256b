import { useEffect, useState } from 'react'
import { Icon } from '../ui/Icon.tsx'
import { KeyList } from '../ui/KeyList.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'
import { searchField } from './table/search-field.ts'

const keys = [
  ['/', 'Search this tab'],
  ['?', 'Show these keys'],
  ['↑ ↓', 'Same control in the row above or below'],
  ['Home End', 'First or last row'],
  ['Esc', 'Close a dialog or menu'],
] as const

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [role="dialog"], [role="alertdialog"]') !== null

/** The console's keys: '/' puts the cursor in the search field, '?' lists them all. */
export function KeyboardHelp() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '?') setOpen(true)
      else if (event.key === '/') searchField.current?.focus()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button className="rail-tab rail-keys" type="button" onClick={() => setOpen(true)}>
        <Icon name="keyboard" size={20} />
        <span>Keyboard</span>
      </button>
      <Modal isOpen={isOpen} title="Keyboard" onClose={() => setOpen(false)}>
        <KeyList keys={keys} />
        <ModalActions leave="Close" />
      </Modal>
    </>
  )
}
