import { useStore } from '@nanostores/react'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PostedForm } from '../../../records/http/posted-form.ts'
import type { Form as FormStore } from '../../stores/form.ts'
import { FormContext, type Values } from './form-context.ts'

type FormProps = {
  form: FormStore
  label: string
  /** Where browsers without scripts post the form. */
  action?: string
  /** The submission of such a browser, when the server rejected it. */
  posted?: PostedForm | undefined
  /** The hash of the sentence beside it. */
  wording?: string | undefined
  /** Initial values of the fields. */
  values?: Values
  className?: string
  /** Called on every change of a field, for example to keep a draft. */
  onInput?: (form: HTMLFormElement) => void
  children: ReactNode
}

const textFieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is HTMLInputElement | HTMLTextAreaElement =>
      element instanceof HTMLTextAreaElement ||
      (element instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(element.type)),
  )

/** The names of the text fields that we drew, without those that an extension added to the form. */
const ownNamesIn = (form: HTMLFormElement) =>
  [...form.elements].flatMap((element) =>
    element.classList.contains('input') ? (element.getAttribute('name') ?? []) : [],
  )

/**
 * Renders a form store: on success it resets, except for text typed since it was sent; on failure it keeps the input and
 * focuses the first invalid field.
 */
export function Form({
  form,
  label,
  action,
  posted,
  wording,
  values = {},
  className = 'form',
  onInput,
  children,
}: FormProps) {
  const live = useStore(form.$state, { ssr: 'initial' })
  const [rejected, setRejected] = useState(posted)
  const [isUntouched, setUntouched] = useState(posted !== undefined)
  const isAgain = rejected !== undefined && isUntouched
  const state = isAgain ? form.stateOf(rejected) : live
  const element = useRef<HTMLFormElement>(null)

  // Once scripts run, our messages replace the browser's own.
  useEffect(() => {
    if (element.current) element.current.noValidate = true
  }, [])

  useEffect(() => {
    if (Object.keys(state.errors).length > 0)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [state.errors])

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const submitted = event.currentTarget // React clears it after the await
    const sent = new Map(textFieldsOf(submitted).map((field) => [field, field.value]))
    setUntouched(false)
    if (!(await form.submit(new FormData(submitted), ownNamesIn(submitted)))) return
    // `reset` goes back to these values, so they come first.
    flushSync(() => setRejected(undefined))
    const typedSince = textFieldsOf(submitted).filter((field) => sent.has(field) && field.value !== sent.get(field))
    const kept = new Map(typedSince.map((field) => [field, field.value]))
    submitted.reset()
    for (const [field, text] of kept) field.value = text
    if (kept.size > 0) onInput?.(submitted)
  }

  return (
    <FormContext value={{ state, required: form.required, values: rejected?.values ?? values, isAgain }}>
      {/* POST keeps the input out of the address if someone submits before scripts run. */}
      <form
        className={className}
        ref={element}
        method="post"
        action={action}
        aria-label={label}
        onSubmit={onSubmit}
        onInput={onInput && (({ currentTarget }) => onInput(currentTarget))}
      >
        {wording && <input type="hidden" name="wording" value={wording} />}
        {children}
        {state.alert !== null && (
          // biome-ignore lint/a11y/noAutofocus: without a bad field this is what the page came back to say
          <p className="alert" role="alert" tabIndex={-1} autoFocus={isAgain && Object.keys(state.errors).length === 0}>
            {state.alert}
          </p>
        )}
        {/* The toast announces it; this text stays. */}
        {state.done !== null && (
          <p className="alert alert-good">
            <strong>{state.done.title}</strong> {state.done.description}
            {state.done.next && (
              <a className="next-step" href={state.done.next.path}>
                {state.done.next.label}
              </a>
            )}
          </p>
        )}
      </form>
    </FormContext>
  )
}
