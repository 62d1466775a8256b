type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Input that a person typed or chose in a control, which React may rename or change while it starts. */
type Typed = { control: Control; key: string; value: string; checked: boolean; isChanged: boolean }

const controlsIn = (place: HTMLElement) => [
  ...place.querySelectorAll<Control>('input[name], textarea[name], select[name]'),
]

/** Properties that a control has in common with the one that React renders in its place: form, name and, for a choice, its value. */
const keyOf = (control: Control) =>
  [control.form?.getAttribute('aria-label'), control.name, isTicked(control) ? control.value : ''].join('\n')

const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)

/** React renders values from the server by itself. */
function isChanged(control: Control): boolean {
  if (isTicked(control)) return control.checked !== control.defaultChecked
  return control instanceof HTMLSelectElement || control.value !== control.defaultValue
}

const typedIn = (control: Control): Typed => ({
  control,
  key: keyOf(control),
  value: control.value,
  checked: isTicked(control) && control.checked,
  isChanged: isChanged(control),
})

/**
 * Where extensions have added controls with the same name, there are more than React renders: what people typed is in
 * one that changed, and that looks like ours.
 */
function chosen(before: Typed[], after: Control[], control: Control): Typed | undefined {
  if (before.length === after.length) return before[after.indexOf(control)]
  const changed = before.filter(({ isChanged }) => isChanged)
  return changed.find((typed) => typed.control.className === control.className) ?? changed[0]
}

function write({ value, checked }: Typed, control: Control): void {
  if (isTicked(control)) control.checked = checked
  else control.value = value
}

/** An email field has no selection to read; its caret is then at the end. */
function copySelection(from: Control, to: Control): void {
  if (from instanceof HTMLSelectElement || to instanceof HTMLSelectElement || from.selectionStart === null) return
  to.setSelectionRange(from.selectionStart, from.selectionEnd, from.selectionDirection ?? undefined)
}

/**
 * Watches the fields of server-rendered markup while React starts in it. Where a translator or password manager has
 * changed that markup, React renders it again. The returned function, called once React has, copies the input, choices,
 * selection and focus into the new fields. The fields must be uncontrolled.
 */
export function watchTyped(place: HTMLElement): () => void {
  let typed = controlsIn(place).map(typedIn)
  let focused = document.activeElement
  const onInput = () => {
    typed = controlsIn(place).map(typedIn)
  }
  const onFocus = () => {
    focused = document.activeElement
  }
  // When React removes the field, that is part of this task; when people leave it, the next task finds it in the page.
  const onBlur = ({ target }: FocusEvent) =>
    setTimeout(() => {
      if (focused === target) focused = document.activeElement
    })
  place.addEventListener('input', onInput)
  place.addEventListener('focusin', onFocus)
  place.addEventListener('focusout', onBlur)

  return function restore() {
    place.removeEventListener('input', onInput)
    place.removeEventListener('focusin', onFocus)
    place.removeEventListener('focusout', onBlur)
    const rendered = controlsIn(place)
    for (const control of rendered) {
      const key = keyOf(control)
      const before = typed.filter((one) => one.key === key)
      const after = rendered.filter((one) => keyOf(one) === key)
      const old = chosen(before, after, control)
      if (old === undefined || old.control.isConnected) continue
      if (old.isChanged) write(old, control)
      if (focused !== old.control) continue
      control.focus({ preventScroll: true })
      copySelection(old.control, control)
    }
  }
}
