import { atom, type ReadableAtom } from 'nanostores'
import type { PostedForm } from '../../records/http/posted-form.ts'
import { recordAct } from '../lib/activity.ts'
import { ApiError, ConnectionError, type FieldErrors, isAnothers, sentenceOf } from '../lib/api.ts'
import { keepsCookies } from '../lib/keeps-cookies.ts'
import { type Message, messages } from '../lib/messages.ts'
import { noAnswer } from '../lib/no-answer.ts'
import { $isProving } from '../lib/proving.ts'
import { dismissToast, showError, showToast } from './toasts.ts'

export type FormState = {
  sending: boolean
  /** By field name; shown next to the field. */
  errors: FieldErrors
  /** Concerns the whole form; shown below its fields. */
  alert: string | null
  /** The message after success: stays below the fields, unlike the toast. */
  done: Message | null
}

/** The trimmed text of a field. */
export type Read = (field: string) => string
/** All selected values of a field. */
type ReadAll = (field: string) => string[]

type Definition = {
  required: string[]
  /** Fields taken as typed, such as passwords. */
  verbatim?: string[]
  /** Rules of this form beyond required fields and email addresses. */
  check?: (read: Read) => FieldErrors
  /** Asks before it is sent; false leaves the form as it is. */
  confirm?: (read: Read) => Promise<boolean>
  /** `written`: the text of every field that the form drew; a method, because each form names the item that it writes. */
  send(read: Read, readAll: ReadAll, written: object): Promise<unknown>
  /** Below the form when a required field is blank. */
  missing?: Message
  /** Below the form when fields are wrong; `failed` by default. */
  invalid?: Message
  /** Console: a toast tells an error even where it stands beside its field, as the specification of the console says. */
  hasErrorToast?: true
  failed: Message
  /** Toast after success, and the message of the form. */
  done?: Message
  /** Signs people in: explains what is missing in a browser that blocks cookies. */
  needsCookies?: boolean
  /** Toast and alert when no one is signed in (401). */
  signedOut?: Message
  /** Recorded when the server has accepted it. */
  act?: string
  /** True when the toast shows the server's sentence if there is one (§8: sign-in does, prayers do not). */
  showsServerMessage?: boolean
}

export type Form = {
  $state: ReadableAtom<FormState>
  required: string[]
  /** The state of a form that was sent without JavaScript and rejected. */
  stateOf: (posted: PostedForm) => FormState
  /**
   * Sends once, however often it is called in between. Returns true when the server accepted it. `drawn`: the names of the
   * form's own fields; all by default.
   */
  submit: (fields: FormData, drawn?: Iterable<string>) => Promise<boolean>
}

const wordsOf = ({ title, description }: Message) => (description === undefined ? title : `${title}: ${description}`)

export const idle: FormState = { sending: false, errors: {}, alert: null, done: null }
/** Also as pasted, with a name before it; the server reads it and says the rest. */
const emailShape = /\S@[^\s@]+\.[^\s@]+$/

export function createForm(definition: Definition): Form {
  const { required, verbatim = [], hasErrorToast, failed, missing = failed, invalid = failed } = definition
  const $state = atom<FormState>(idle)

  /**
   * A problem with fields stands beside them and below the form, and ends the toast of an earlier attempt; a toast
   * tells the rest.
   */
  function reject(errors: FieldErrors, message: Message, alert: string | null = null): false {
    const isMarked = Object.keys(errors).length > 0
    const isBelow = isMarked && !hasErrorToast
    $state.set({ ...idle, errors, alert: isBelow ? wordsOf(message) : isMarked ? null : alert })
    // Nothing was sent: the toast says what is wrong, not that sending failed.
    const [first] = message === failed ? Object.values(errors) : []
    if (isBelow) dismissToast()
    else showError(first === undefined ? message : { ...message, description: first })
    return false
  }

  function explain(error: unknown): false {
    if (error instanceof ConnectionError) return reject({}, failed, noAnswer(error))
    if (definition.signedOut && error instanceof ApiError && error.status === 401)
      return reject({}, definition.signedOut, definition.signedOut.description)
    const sentence = sentenceOf(error)
    const message =
      definition.showsServerMessage || isAnothers(error)
        ? { ...failed, description: sentence ?? failed.description }
        : failed
    const fieldErrors = error instanceof ApiError ? error.fieldErrors : {}
    if (error instanceof ApiError && error.status === 400) {
      const isMarked = Object.keys(fieldErrors).length > 0
      // The server's sentence about fields calls them by their names in the API.
      return reject(
        fieldErrors,
        isMarked && !hasErrorToast ? invalid : (definition.invalid ?? message),
        sentence ?? invalid.description ?? null,
      )
    }
    return reject(fieldErrors, message, sentence ?? failed.description ?? failed.title)
  }

  function rejectWithoutCookies(): false {
    const description = messages.login.needsCookies
    return reject({}, { title: failed.title, description }, description)
  }

  async function submit(fields: FormData, drawn: Iterable<string> = fields.keys()): Promise<boolean> {
    if ($state.get().sending) return false
    const read: Read = (field) => {
      const text = String(fields.get(field) ?? '')
      return verbatim.includes(field) ? text : text.trim()
    }
    const blank = required.filter((field) => read(field) === '')
    const email = read('email')
    const errors: FieldErrors = {
      ...(email !== '' && !emailShape.test(email) ? { email: messages.form.email } : {}),
      ...definition.check?.(read),
      ...Object.fromEntries(blank.map((field) => [field, messages.form.required])),
    }
    if (blank.length > 0) return reject(errors, missing)
    if (Object.keys(errors).length > 0) return reject(errors, invalid)

    if (definition.needsCookies && !keepsCookies()) return rejectWithoutCookies()

    if (definition.confirm && !(await definition.confirm(read))) return false

    $state.set({ ...idle, sending: true })
    const stop = $isProving.listen((isProving) => isProving && showToast(messages.form.proving))
    try {
      const own = [...drawn].filter((field) => fields.has(field))
      const written = Object.fromEntries(own.map((field) => [field, read(field)]))
      await definition.send(read, (field) => fields.getAll(field).map(String), written)
    } catch (error) {
      return explain(error)
    } finally {
      stop()
    }
    const { done = null } = definition
    // Its next step is a link below the form.
    if (done !== null) showToast({ ...done, next: undefined })
    $state.set({ ...idle, done })
    if (definition.act) recordAct(definition.act)
    return true
  }

  function stateOf({ status, message, values, errors }: PostedForm): FormState {
    const isBlank = (field: string) => String(values[field] ?? '').trim() === ''
    const words = wordsOf(required.some(isBlank) ? missing : invalid)
    return { ...idle, errors, alert: status === 400 ? words : message }
  }

  return { $state, required, stateOf, submit }
}
