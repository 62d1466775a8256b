import { createContext } from 'react'
import type { PostedForm } from '../../../records/http/posted-form.ts'
import { type FormState, idle } from '../../stores/form.ts'

export type Values = PostedForm['values']
/** `isAgain`: the server sent the page again with this form; the browser then focuses the error, scripts or not. */
type Shared = { state: FormState; required: string[]; values: Values; isAgain: boolean }

export const FormContext = createContext<Shared>({
  state: idle,
  required: [],
  values: {},
  isAgain: false,
})

export const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')
