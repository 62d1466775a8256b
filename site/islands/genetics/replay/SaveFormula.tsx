import { useStore } from '@nanostores/react'
import { type SubmitEvent, useId, useState } from 'react'
import type { FitnessRules, ReplayRequest } from '../../../../contract/fitness-replay.ts'
import { messages } from '../../../lib/messages.ts'
import { $isChanging, save } from '../../../stores/genetics/fitness-rules.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** Saves the replay under a name; asks before it replaces another one. */
export function SaveFormula({ request, formulas }: { request: ReplayRequest } & Pick<FitnessRules, 'formulas'>) {
  const isChanging = useStore($isChanging)
  const [name, setName] = useState('')
  const [isAsking, ask] = useState(false)
  const id = useId()
  const trimmed = name.trim()

  async function keep() {
    if (await save(trimmed, request)) setName('')
  }
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (formulas.some((formula) => formula.name === trimmed)) ask(true)
    else void keep()
  }
  return (
    <form className="save-formula" aria-label="Save this formula" onSubmit={onSubmit}>
      <label className="visually-hidden" htmlFor={id}>
        Name of the formula
      </label>
      <input
        className="input"
        id={id}
        value={name}
        maxLength={60}
        placeholder="Name"
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <button className="button button-small" type="submit" disabled={isChanging}>
        Save formula
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        question={messages.replay.confirmReplace(trimmed)}
        detail="This replaces the formula saved under this name."
        confirm="Replace"
        keep="Keep the old one"
        onConfirm={() => void keep()}
        onClose={() => ask(false)}
      />
    </form>
  )
}
