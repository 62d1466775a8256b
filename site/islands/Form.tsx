import { useStore } from '@nanostores/react'
import { createContext, type ReactNode, type SubmitEvent, useContext, useEffect, useId, useRef } from 'react'
import type { FormState, Form as FormStore } from '../stores/form.ts'

type Shared = { state: FormState; required: string[] }

const FormContext = createContext<Shared>({ state: { sending: false, errors: {}, alert: null }, required: [] })

type FormProps = { form: FormStore; label: string; className?: string; children: ReactNode }

/** A form over its store: clears when the server took it, keeps what was typed when not, focuses the first bad field. */
export function Form({ form, label, className = 'form', children }: FormProps) {
  const state = useStore(form.$state, { ssr: 'initial' })
  const element = useRef<HTMLFormElement>(null)

  // Our own messages replace the browser's bubbles only once scripts run.
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
    if (await form.submit(new FormData(submitted))) submitted.reset()
  }

  return (
    <FormContext value={{ state, required: form.required }}>
      {/* POST keeps what is typed out of the address if somebody submits before scripts run. */}
      <form className={className} ref={element} method="post" aria-label={label} onSubmit={onSubmit}>
        {children}
        {state.alert !== null && (
          <p className="alert" role="alert">
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
  type?: 'text' | 'email' | 'password'
  autoComplete?: string
  isLong?: boolean
}

/** One labelled field: label above, help under it, and its error announced beside it. */
export function Field({ name, label, help, type = 'text', autoComplete = 'off', isLong = false }: FieldProps) {
  const { state, required } = useContext(FormContext)
  const id = useId()
  const error = state.errors[name]
  const isRequired = required.includes(name)
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  const shared = {
    id,
    name,
    className: 'input',
    required: isRequired,
    autoComplete,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': describedBy,
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {!isRequired && <span className="field-optional">(optional)</span>}
      </label>
      {isLong ? <textarea {...shared} rows={5} /> : <input {...shared} type={type} />}
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

/** Says what it does and what it is doing, at one width; a click while sending does nothing. */
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
