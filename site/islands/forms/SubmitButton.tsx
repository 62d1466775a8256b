import { useContext } from 'react'
import { ButtonLabels } from '../ui/ButtonLabels.tsx'
import { FormContext } from './form-context.ts'

/** A submit button with a label for each state, at one width; disabled while sending. */
export function SubmitButton({
  children,
  sending,
  className = 'button button-primary',
}: {
  children: string
  sending: string
  className?: string
}) {
  const { state } = useContext(FormContext)
  return (
    <button className={className} type="submit" disabled={state.sending}>
      <ButtonLabels idle={children} busy={sending} isBusy={state.sending} />
    </button>
  )
}
