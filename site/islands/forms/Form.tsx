import { useStore } from '@nanostores/react'
import { createContext, type ReactNode, type SubmitEvent, useContext, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PostedForm } from '../../../contract/posted-form.ts'
import type { FormState, Form as FormStore } from '../../stores/form.ts'

type Values = PostedForm['values']
/** `isAgain`: the server sent the page again with this form; the browser then focuses the error, scripts or not. */
type Shared = { state: FormState; required: string[]; values: Values; isAgain: boolean }

const FormContext = createContext<Shared>({
  state: { sending: false, errors: {}, alert: null },
  required: [],
  values: {},
  isAgain: false,
})

type FormProps = {
  form: FormStore
  label: string
  /** Where browsers without scripts post the form. */
  action?: string
  /** What such a browser posted, when the server rejected it. */
  posted?: PostedForm | undefined
  /** Initial values of the fields. */
  values?: Values
  className?: string
  /** Called on every change of a field, for example to keep a draft. */
  onInput?: (form: HTMLFormElement) => void
  children: ReactNode
}

/** Renders a form store: resets on success, keeps the input on failure, and focuses the first invalid field. */
export function Form({ form, label, action, posted, values = {}, className = 'form', onInput, children }: FormProps) {
  const live = useStore(form.$state, { ssr: 'initial' })
  const [refused, setRefused] = useState(posted)
  const [isUntouched, setUntouched] = useState(posted !== undefined)
  const isAgain = refused !== undefined && isUntouched
  const state = isAgain ? form.stateOf(refused) : live
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
    setUntouched(false)
    if (!(await form.submit(new FormData(submitted)))) return
    // `reset` goes back to these values, so they come first.
    flushSync(() => setRefused(undefined))
    submitted.reset()
  }

  return (
    <FormContext value={{ state, required: form.required, values: refused?.values ?? values, isAgain }}>
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
        {children}
        {state.alert !== null && (
          // biome-ignore lint/a11y/noAutofocus: without a bad field this is what the page came back to say
          <p className="alert" role="alert" tabIndex={-1} autoFocus={isAgain && Object.keys(state.errors).length === 0}>
            {state.alert}
          </p>
        )}
      </form>
    </FormContext>
  )
}

type FieldProps = {
  name: string
  label: string
  help?: string
  type?: 'text' | 'email' | 'password' | 'tel' | 'url' | 'date' | 'time' | 'number'
  autoComplete?: string
  /** The keyboard a phone shows. */
  inputMode?: 'numeric'
  /** Makes it a text area with this many rows. */
  rows?: number
}

/** One labeled field, with help below it and its error announced. */
export function Field({ name, label, help, type = 'text', autoComplete = 'off', inputMode, rows }: FieldProps) {
  const { state, required, values, isAgain } = useContext(FormContext)
  const id = useId()
  const error = state.errors[name]
  const isRequired = required.includes(name)
  // A form without required fields needs no 'optional' marks.
  const isMarked = !isRequired && required.length > 0
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  const shared = {
    id,
    name,
    className: 'input',
    required: isRequired,
    autoComplete,
    inputMode,
    // A password is never sent back.
    defaultValue: type === 'password' ? undefined : textOf(values[name]),
    autoFocus: isAgain && error !== undefined,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': describedBy,
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {isMarked && <span className="field-optional">(optional)</span>}
      </label>
      {rows !== undefined ? <textarea {...shared} rows={rows} /> : <input {...shared} type={type} />}
      {help && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')

/** A select with values and labels. */
export function Select({
  name,
  label,
  options,
  value,
}: {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** The initial value; the form's by default. */
  value?: string
}) {
  const { state, values } = useContext(FormContext)
  const id = useId()
  const error = state.errors[name]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        className="input"
        id={id}
        name={name}
        required
        defaultValue={value ?? textOf(values[name])}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      >
        {options.map((option) => (
          <option value={option.value} key={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** A select that may stay empty. */
export function Choice({
  name,
  label,
  none,
  options,
}: {
  name: string
  label: string
  none: string
  options: readonly string[]
}) {
  const { values } = useContext(FormContext)
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} <span className="field-optional">(optional)</span>
      </label>
      <select className="input" id={id} name={name} defaultValue={textOf(values[name])}>
        <option value="">{none}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </div>
  )
}

/** Checkboxes for any number of options. */
export function Choices({ name, label, options }: { name: string; label: string; options: readonly string[] }) {
  const { values } = useContext(FormContext)
  const chosen = values[name] ?? []
  return (
    <fieldset className="choices">
      <legend>
        {label} <span className="field-optional">(optional)</span>
      </legend>
      {options.map((option) => (
        <label className="choice" key={option}>
          <input type="checkbox" name={name} value={option} defaultChecked={chosen.includes(option)} />
          {option}
        </label>
      ))}
    </fieldset>
  )
}

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
      <span className="button-labels">
        <span aria-hidden={state.sending || undefined}>{children}</span>
        <span aria-hidden={!state.sending || undefined}>{sending}</span>
      </span>
    </button>
  )
}
