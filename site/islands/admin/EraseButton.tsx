import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $erasing, erase, type ItemTopic } from '../../stores/admin/history.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

const proof = 'ERASE'

/** Erasing cannot be undone, so it asks people to type a word. */
export function EraseButton({ topic, id }: { topic: ItemTopic; id: number }) {
  const [isAsking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const isErasing = useStore($erasing)
  function close() {
    setAsking(false)
    setTyped('')
  }
  return (
    <>
      <button
        className="button button-small button-danger"
        type="button"
        disabled={isErasing}
        onClick={() => setAsking(true)}
      >
        {isErasing ? 'Erasing...' : 'Erase personal data'}
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        question="Permanently erase this person’s data?"
        detail="This person’s names, addresses and messages become unreadable everywhere, including the history and everything else they sent. This can’t be undone."
        confirm="Erase permanently"
        keep="Keep the data"
        isReady={typed.trim().toUpperCase() === proof}
        onConfirm={() => erase(topic, id)}
        onClose={close}
      >
        <div className="field">
          <label htmlFor="erase-proof">Type {proof} to confirm</label>
          <input
            className="input"
            id="erase-proof"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      </ConfirmDialog>
    </>
  )
}
